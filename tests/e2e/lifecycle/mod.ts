export { background, onStage } from "./_stage.ts";

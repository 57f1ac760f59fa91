export { background, ENDLESS, onStage, type Stage } from "./_stage.ts";

import type { ObjectFactory, SchemaBuilder } from "../schemas/object_factory.ts";
import type { ControlRequestAnswer, ControlRequestName, NoFields } from "./control_requests.ts";

/** What builds the schemas of the answers to some kinds of control requests. */
export type AnswerBuilders<Name extends ControlRequestName> = {
  readonly [N in Name]: SchemaBuilder<ControlRequestAnswer<N>>;
};

/** An answer without fields. */
export const nothing: SchemaBuilder<NoFields> = (object: ObjectFactory) => object<NoFields>({});

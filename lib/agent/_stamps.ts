/** What is noted on objects; told by nothing that can be seen on them. */
export interface Stamps<Value> {
  /** Notes a value on an object. */
  set(object: object, value: Value): void;
  /** Gives what was noted on an object; `undefined` for every other one. */
  get(object: object): Value | undefined;
}

/**
 * Makes stamps. A value is noted in a private field that is added to the object itself: it shows nowhere, and goes with
 * the object. A `WeakMap` does the same, and took a quarter of the time of an event, most of it in the collector.
 */
export function makeStamps<Value>(): Stamps<Value> {
  // What a base class gives back is what the fields of the derived one are added to.
  const Given = function (object: object): object {
    return object;
  } as unknown as new (object: object) => object;
  return class Stamp extends Given {
    #value: Value;

    constructor(object: object, value: Value) {
      super(object);
      this.#value = value;
    }

    static set(object: object, value: Value): void {
      if (#value in object) object.#value = value;
      else new Stamp(object, value);
    }

    static get(object: object): Value | undefined {
      return #value in object ? object.#value : undefined;
    }
  };
}

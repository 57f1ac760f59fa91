import type { Observable } from "rxjs";

/** A value, or the promise of one, or an observable whose first value counts. */
export type Answer<T> = T | undefined | PromiseLike<T | undefined> | Observable<T | undefined>;

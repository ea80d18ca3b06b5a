type Task = (stopping: AbortSignal) => Promise<unknown>;

interface Round {
  everyMs: number;
  /** The level and the message of the log line when a round fails. */
  level: 'warn' | 'error';
  failure: string;
  run: (service: object, stopping: AbortSignal) => Promise<unknown>;
}

/** The rounds of each class, by its prototype. */
const declared = new WeakMap<object, Round[]>();

/**
 * Makes core call this method of a service at each interval. A call is skipped while the earlier one runs.
 * The method gets a signal that aborts when core stops: core waits until the running call ends.
 * @param failure the log message: what failed, and what happens next; after a failure the next round runs as
 *   usual
 */
export function Every(everyMs: number, level: Round['level'], failure: string) {
  return <Name extends string>(prototype: Record<Name, Task>, name: Name): void => {
    const run: Round['run'] = (service, stopping) => (service as Record<Name, Task>)[name](stopping);
    declared.set(prototype, [...(declared.get(prototype) ?? []), { everyMs, level, failure, run }]);
  };
}

/** The methods of a service with the decorator `Every`. */
export function roundsOf(service: object): readonly Round[] {
  return declared.get(Object.getPrototypeOf(service) as object) ?? [];
}

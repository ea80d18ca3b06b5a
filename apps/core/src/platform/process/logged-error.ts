/** The parts of an error that are logged: its kind and its position in the code, and no data of people. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}

/** Fields of PostgreSQL's errors that hold names of tables and the like, not values. */
const names = ['code', 'constraint', 'table', 'column'] as const;
const quotable = [...names, 'schema', 'dataType'] as const;

/** How many levels of causes, and how many aggregated errors, are logged. */
const mostDepth = 4;

/**
 * An error in the form for the log and for operators: only the fields of `LoggedError`. PostgreSQL's errors
 * also carry the statement, its parameters, and the conflicting row, which may contain data of people.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a thrown value that is not an Error', stack: '' };
  const own = driverErrorOf(error);
  const message = messageOf(error);
  const logged: LoggedError = { type: error.name, message, stack: stackOf(error) };
  for (const name of names) {
    const value = textAt(own, name);
    if (value !== undefined) logged[name] = value;
  }
  if (depth >= mostDepth) return logged;
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    logged.errors = error.errors.slice(0, mostDepth).map((inner) => loggedError(inner, depth + 1));
  }
  return logged;
}

/**
 * The message of an error, without the values that PostgreSQL and the JSON parser put into their messages.
 */
export function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return 'could not be read';
  const own = driverErrorOf(error);
  if (!isOfDatabase(own)) return own.message;
  // Errors of class 42 quote the statement's text, which is a constant of the code.
  if (textAt(own, 'code')?.startsWith('42')) return own.message;
  return cutBeforeValue(own.message, new Set(quotable.map((name) => textAt(own, name))));
}

/** Cuts a message before the first quoted text that is no known name, because it may be a value. */
function cutBeforeValue(sentence: string, known: ReadonlySet<string | undefined>): string {
  let end = 0;
  for (;;) {
    const opening = sentence.indexOf('"', end);
    if (opening < 0) return sentence;
    const closing = sentence.indexOf('"', opening + 1);
    if (closing < 0 || !known.has(sentence.slice(opening + 1, closing)))
      return `${sentence.slice(0, opening)}…`;
    end = closing + 1;
  }
}

/** Name and stack frames, without the message. */
function stackOf({ name, message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const lines = rest.split('\n').filter((line) => line.startsWith('    at '));
  return [name, ...lines].join('\n');
}

/** PostgreSQL's error inside TypeORM's wrapping. */
function driverErrorOf(error: Error): Error {
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
}

/** Only PostgreSQL's errors have a severity. */
function isOfDatabase(error: Error): boolean {
  return textAt(error, 'severity') !== undefined;
}

function textAt(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

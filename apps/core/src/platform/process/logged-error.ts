/** What the log keeps of an error: where it happened and what kind it is, and nothing that people brought. */
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

/** Names of the database's own things; they are in its errors beside the values. */
const names = ['code', 'constraint', 'table', 'column'] as const;
const quotable = [...names, 'schema', 'dataType'] as const;

/** Errors in errors are followed this far. */
const mostDepth = 4;

/**
 * An error as the log may hold it, and an operator may see it. The database tells of a failed statement with its text,
 * its parameters, and the row in the way: of these only names are kept, and of every other error nothing that was hung
 * on it.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error', stack: '' };
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

/** What an error says, without the values that the database and the reader of JSON put into their sentences. */
export function messageOf(error: Error): string {
  if (error instanceof SyntaxError) return 'could not be read';
  const own = driverErrorOf(error);
  if (!isOfDatabase(own)) return own.message;
  // Class 42 is about the statement's own text, which is a constant of the code.
  if (textAt(own, 'code')?.startsWith('42')) return own.message;
  return untilAValue(own.message, new Set(quotable.map((name) => textAt(own, name))));
}

/** What is quoted is a name that the error gives by itself as well, or else a value: the sentence ends before it. */
function untilAValue(sentence: string, known: ReadonlySet<string | undefined>): string {
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

/** The lines that say where, without the message that stands before them. */
function stackOf({ name, message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const rest = at < 0 ? stack : stack.slice(at + message.length);
  const lines = rest.split('\n').filter((line) => line.startsWith('    at '));
  return [name, ...lines].join('\n');
}

/** PostgreSQL's own error, where TypeORM has wrapped it. */
function driverErrorOf(error: Error): Error {
  return 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
}

/** Only PostgreSQL says how severe an error is. */
function isOfDatabase(error: Error): boolean {
  return textAt(error, 'severity') !== undefined;
}

function textAt(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

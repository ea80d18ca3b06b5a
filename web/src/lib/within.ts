/**
 * Gives an action a limit: past it the signal is aborted and the promise rejects, whether the action heeds the signal
 * or not.
 * @throws Error when the limit has passed; whatever the action throws before
 */
export async function within<Answer>(
  limitMs: number,
  action: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new Error(`There was no answer within ${limitMs} ms`);
      limit.abort(reason);
      reject(reason);
    }, limitMs);
  });
  try {
    return await Promise.race([action(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

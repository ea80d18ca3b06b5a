/** Runs one step of the start and reports it with its duration: `✓ NATS on 127.0.0.1:4223 (0.1 s)`. */
export async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = Date.now();
  const result = await work();
  console.log(`✓ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

export function note(sentence: string): void {
  console.log(`• ${sentence}`);
}

import type { QueryRunner } from 'typeorm';

/** Changes these places of a function, each of which must stand in it once; its owner and its grants stay. */
export async function rewrite(
  db: QueryRunner,
  name: string,
  changes: [from: string, to: string][],
): Promise<void> {
  await db.query(replaced(await definitionOf(db, name), changes));
}

/** The whole `CREATE OR REPLACE FUNCTION`; empty when there is none. */
export async function definitionOf(db: QueryRunner, name: string): Promise<string> {
  const [row] = (await db.query('SELECT pg_get_functiondef($1::regproc) AS text', [name])) as {
    text: string;
  }[];
  return row?.text ?? '';
}

/** @throws Error when the text is not the one that these changes were written for */
export function replaced(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((made, [from, to]) => {
    if (made.split(from).length !== 2) throw new Error(`The function does not say once: ${from}`);
    return made.replace(from, () => to);
  }, text);
}

import { Client } from 'pg';
import { until } from '../until.js';

/** Where a statement stands still: at its first write to a table (or read of it), or when all is written but not yet said. */
export type Stop = { write: string } | { read: string } | 'committed';

/** The statement that holds `statement` stands still at `stop`. */
export type Halt = { stop: Stop; statement: string };

/**
 * Lets `work` begin, kills the server's process that works for it when a statement that holds `statement` has come to the
 * stop, and waits until the server is back: PostgreSQL ends all its processes then, forgets what was not committed, and
 * reads its log again.
 * @returns what became of the work
 */
export async function killedAt<T>(
  url: string,
  { stop, statement }: Halt,
  work: () => Promise<T>,
): Promise<T> {
  const superuser = await connect(url);
  await (stop === 'committed' ? holdCommits(superuser, url) : lockTable(superuser, stop));
  try {
    const result = work();
    const pid = await standing(url, stop, statement);
    const ended = new Promise<void>((resolve) => superuser.once('end', resolve));
    process.kill(pid, 'SIGKILL');
    await ended;
    await back(url);
    return await result;
  } finally {
    await superuser.end();
    if (stop === 'committed') await letCommitsGo(url);
  }
}

/**
 * Lets `work` begin, does `meanwhile` when a statement that holds `statement` stands still at the stop, and lets the
 * database go on then.
 * @returns what became of the work
 */
export async function stoppedAt<T>(
  url: string,
  { stop, statement }: Halt,
  { work, meanwhile }: { work: () => Promise<T>; meanwhile: () => Promise<void> },
): Promise<T> {
  const superuser = await connect(url);
  await (stop === 'committed' ? holdCommits(superuser, url) : lockTable(superuser, stop));
  try {
    const result = work();
    await standing(url, stop, statement);
    await meanwhile();
    return await result;
  } finally {
    await superuser.end();
    if (stop === 'committed') await letCommitsGo(url);
  }
}

/** Kills one of the server's processes, as a crash of it would, and waits until the server is back. */
export async function killServer(url: string): Promise<void> {
  const client = await connect(url);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  process.kill(rows[0]!.pid, 'SIGKILL');
  await ended;
  await back(url);
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // It is killed with all the others.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function lockTable(superuser: Client, stop: { write: string } | { read: string }): Promise<void> {
  const [table, mode] = 'write' in stop ? [stop.write, 'EXCLUSIVE'] : [stop.read, 'ACCESS EXCLUSIVE'];
  await superuser.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
}

/** What is committed waits to be said until another server, which there is not, has it too. */
async function holdCommits(superuser: Client, url: string): Promise<void> {
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await superuser.query('SELECT pg_reload_conf()');
  await untilCommitsAreHeld(superuser, url);
}

/** The server reads its settings a moment after it was asked to: a commit of nothing is tried until one waits. */
async function untilCommitsAreHeld(superuser: Client, url: string): Promise<void> {
  const probe = await connect(url);
  const { rows } = await probe.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]!.pid;
  let isOver = true;
  await until(
    async () => {
      if (isOver) {
        isOver = false;
        const done = () => (isOver = true);
        probe.query(`SELECT pg_logical_emit_message(true, 'probe', '')`).then(done, done);
      }
      const waits = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`;
      return (await superuser.query(waits, [pid])).rowCount === 1;
    },
    undefined,
    'commits to be held',
  );
  await superuser.query('SELECT pg_cancel_backend($1)', [pid]);
  await probe.end();
}

async function letCommitsGo(url: string): Promise<void> {
  const superuser = await connect(url);
  await superuser.query('ALTER SYSTEM RESET synchronous_standby_names');
  await superuser.query('SELECT pg_reload_conf()');
  await superuser.end();
}

/** The process that works on the statement and has come to the stop. What it may wait for itself goes on. */
async function standing(url: string, stop: Stop, statement: string): Promise<number> {
  const looker = await connect(url);
  let pid = 0;
  await until(
    async () => {
      if (stop === 'committed') await letOthersGo(looker, statement);
      const { rows } = await looker.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND position($1 IN query) > 0 AND pid <> pg_backend_pid()
           AND CASE WHEN $2 THEN wait_event = 'SyncRep' ELSE wait_event_type = 'Lock' END`,
        [statement, stop === 'committed'],
      );
      pid = rows[0]?.pid ?? 0;
      return pid !== 0;
    },
    undefined,
    `"${statement}" to come to ${JSON.stringify(stop)}`,
  );
  await looker.end();
  return pid;
}

/** Ends the wait of commits that are not the statement's: one of them may hold a row that the statement needs. */
async function letOthersGo(looker: Client, statement: string): Promise<void> {
  await looker.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event = 'SyncRep' AND position($1 IN query) = 0`,
    [statement],
  );
}

async function back(url: string): Promise<void> {
  await until(
    async () => {
      try {
        const client = await connect(url);
        await client.end();
        return true;
      } catch {
        return false;
      }
    },
    undefined,
    'PostgreSQL to be back',
  );
}

import { Client } from 'pg';
import { until } from '../until.js';

/**
 * The point at which a statement waits: at its first write to a table (or read of it), or when its commit is
 * written but not yet confirmed.
 */
export type Stop = { write: string } | { read: string } | 'committed';

/** The first statement whose SQL contains the text `sql` waits at `stop`. */
export type Halt = { stop: Stop; sql: string };

/**
 * Starts `work`, kills the server process that runs the statement when it reaches the stop, and waits until
 * the server is back. PostgreSQL then ends all its processes, loses uncommitted work, and replays its log.
 * @returns the outcome of the work
 */
export async function killedAt<T>(url: string, { stop, sql }: Halt, work: () => Promise<T>): Promise<T> {
  const superuser = await connect(url);
  await (stop === 'committed' ? holdCommits(superuser, url) : lockTable(superuser, stop));
  try {
    const result = work();
    const pid = await pidAtStop(url, { stop, sql });
    const ended = new Promise<void>((resolve) => superuser.once('end', resolve));
    process.kill(pid, 'SIGKILL');
    await ended;
    await untilBack(url);
    return await result;
  } finally {
    await superuser.end();
    if (stop === 'committed') await letCommitsGo(url);
  }
}

/**
 * Starts `work`, runs `meanwhile` when the statement waits at the stop, and then lets the database continue.
 * @returns the outcome of the work
 */
export async function stoppedAt<T>(
  url: string,
  { stop, sql }: Halt,
  { work, meanwhile }: { work: () => Promise<T>; meanwhile: () => Promise<void> },
): Promise<T> {
  const superuser = await connect(url);
  await (stop === 'committed' ? holdCommits(superuser, url) : lockTable(superuser, stop));
  try {
    const result = work();
    await pidAtStop(url, { stop, sql });
    await meanwhile();
    return await result;
  } finally {
    await superuser.end();
    if (stop === 'committed') await letCommitsGo(url);
  }
}

/** Kills one of the server's processes, like a crash, and waits until the server is back. */
export async function killServer(url: string): Promise<void> {
  const client = await connect(url);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  process.kill(rows[0]!.pid, 'SIGKILL');
  await ended;
  await untilBack(url);
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // The server kills this connection with all others.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function lockTable(superuser: Client, stop: { write: string } | { read: string }): Promise<void> {
  const [table, mode] = 'write' in stop ? [stop.write, 'EXCLUSIVE'] : [stop.read, 'ACCESS EXCLUSIVE'];
  await superuser.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
}

/** Requires a synchronous standby that does not exist, so that written commits are not confirmed. */
async function holdCommits(superuser: Client, url: string): Promise<void> {
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await superuser.query('SELECT pg_reload_conf()');
  await untilCommitsAreHeld(superuser, url);
}

/** The server reloads its settings with a delay. Tries empty commits until one waits. */
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

/**
 * Waits until a process that runs the statement has reached the stop, and returns its pid. For `committed`,
 * the held commits of all other statements are confirmed meanwhile.
 */
async function pidAtStop(url: string, { stop, sql }: Halt): Promise<number> {
  const looker = await connect(url);
  let pid = 0;
  await until(
    async () => {
      if (stop === 'committed') await letOthersGo(looker, sql);
      const { rows } = await looker.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND position($1 IN query) > 0 AND pid <> pg_backend_pid()
           AND CASE WHEN $2 THEN wait_event = 'SyncRep' ELSE wait_event_type = 'Lock' END`,
        [sql, stop === 'committed'],
      );
      pid = rows[0]?.pid ?? 0;
      return pid !== 0;
    },
    undefined,
    `"${sql}" to come to ${JSON.stringify(stop)}`,
  );
  await looker.end();
  return pid;
}

/** Confirms the commits of other statements, because one of them may hold a row that the statement needs. */
async function letOthersGo(looker: Client, sql: string): Promise<void> {
  await looker.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event = 'SyncRep' AND position($1 IN query) = 0`,
    [sql],
  );
}

async function untilBack(url: string): Promise<void> {
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

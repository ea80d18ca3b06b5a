import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { weights } from '../cell/weight.js';
import { limits } from '../limits.js';
import { Fence, type Receive } from './fence.js';

/** What a process behind the fence finds in its environment; a shell adds the four that come first. */
const itsEnvironment = `Object.keys(process.env)
  .filter((name) => !['OLDPWD', 'PWD', '_', 'SHLVL'].includes(name)).sort().join()`;

/**
 * The beginning of every program here: it can speak, says that it is ready, and waits for its document. As a probe it
 * ends well only with the environment that a document's process has.
 */
const prologue = `
  const fs = require('node:fs');
  if (process.argv.includes('--probe'))
    process.exit(${itsEnvironment} === 'HOME,LANG,PATH,QPDF,TMPDIR' ? 0 : 1);
  function say(header, bytes = Buffer.alloc(0)) {
    const json = Buffer.from(JSON.stringify(header));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(json.length, 0);
    lengths.writeUInt32BE(bytes.length, 4);
    fs.writeSync(3, Buffer.concat([lengths, json, bytes]));
  }
  say({ type: 'ready' });
  fs.readSync(0, Buffer.alloc(65536));
`;

let fence: Fence | undefined;
afterEach(async () => {
  await fence?.close();
  fence = undefined;
});

async function raise(script: string, options: Partial<Parameters<typeof Fence.raise>[0]> = {}) {
  fence = await Fence.raise({
    qpdf: 'qpdf',
    standingBy: 2,
    logger: pino({ level: 'silent' }),
    program: [process.execPath, '--max-old-space-size=40', '-e', prologue + script, '--'],
    ...options,
  });
}

async function convert(
  { behind = never(), last = never(), lost = never() } = {},
  hear: () => void = () => undefined,
): Promise<string> {
  const said: Buffer[] = [];
  const source = { ownerId: 'anna', fileName: 'essay.pdf', bytes: Buffer.from('%PDF') };
  const receive: Receive = (_, bytes) => {
    said.push(bytes);
    hear();
  };
  await fence!.convert({ mediaType: 'application/pdf' }, source, { place: { behind, last, lost }, receive });
  return Buffer.concat(said).toString();
}

const never = () => new AbortController().signal;

/** Has the program do something when its memory was looked at, as `convertLookedAt` tells it. */
const onceLookedAt = (act: string) =>
  `say({ type: 'normalised', pageCount: 1 }); ${onceItWeighs(weights.behind, act)}`;

/** Memory is looked at each 100 ms. What waits for 200 ms in the same process comes later, however slow that is. */
function convertLookedAt(): Promise<string> {
  const looked = new AbortController();
  return convert({ behind: looked.signal }, () => setTimeout(() => looked.abort(), 200));
}

const onceItWeighs = (weight: number, act: string) => `
  const wait = setInterval(() => {
    if (require('node:os').getPriority() !== ${weight}) return;
    clearInterval(wait);
    ${act}
  }, 20);`;

/** Has the program answer with a text, where a document's PDF would be. */
const answer = (expression: string) =>
  `say({ type: 'normalised', pageCount: 1 }, Buffer.from(String(${expression}))); say({ type: 'done' });`;

describe('what a document can bring a process to do', () => {
  test('to go on for ever: it is stopped, the reason is the time, and the next one is served', async () => {
    await raise('for (;;);', { conversionMs: 500 });
    await expect(convert()).rejects.toMatchObject({ reason: 'timeout' });
    await expect(convert()).rejects.toMatchObject({ reason: 'timeout' });
  });

  test.each([
    ['to take long: it goes on behind those that have just begun', 'behind'],
    ['to be one of several of its owner: it goes on behind all others', 'last'],
  ] as const)('%s', async (_, weight) => {
    await raise(onceItWeighs(weights[weight], answer("'made way'")));
    expect(await convert({ [weight]: AbortSignal.timeout(300) })).toBe('made way');
    expect(await convert({ [weight]: AbortSignal.abort() })).toBe('made way');
  });

  test('to take long while its place is needed: it is stopped, and the document is not the reason', async () => {
    await raise('for (;;);');
    const lost = new AbortController();
    const ends = convert({ lost: lost.signal });
    const reason = new Error('another document needs the place');
    lost.abort(reason);
    await expect(ends).rejects.toBe(reason);
    await expect(convert({ lost: lost.signal })).rejects.toBe(reason);
  });

  test('to take more and more memory: it is stopped, the reason is the size', async () => {
    const script =
      'const held = []; setInterval(() => held.length < 30 && held.push(Buffer.alloc(2e7, 1)), 10);';
    await raise(script, { memoryBytes: 400e6 });
    await expect(convert()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('to start one process after the other: it is stopped', async () => {
    await raise(`for (let each = 0; each < ${limits.processes}; each += 1)
      require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' });`);
    await expect(convert()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('to start processes faster than they are counted: the kernel starts no more than for all together', async () => {
    await raise(
      answer(String.raw`/Max processes +(\d+)/.exec(fs.readFileSync('/proc/self/limits', 'utf8'))[1]`),
    );
    expect(await convert()).toBe(String(limits.processesOfAll));
  });

  test('to fill the heap of the program itself: the reason is the size', async () => {
    const script = `
      globalThis.outside = Buffer.alloc(1.5e8, 1);
      const held = [];
      ${onceLookedAt('for (;;) held.push([...Array(1_000)]);')}`;
    await raise(script, { memoryBytes: 300e6 });
    await expect(convertLookedAt()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test.each([
    [
      'and took much memory: the reason is the size',
      'globalThis.held = Buffer.alloc(1.5e8, 1);',
      'too-large',
    ],
    ['and took little: it is damaged', '', 'damaged'],
  ])('to have another program give up, %s', async (_, script, reason) => {
    await raise(`${script} ${onceLookedAt("say({ type: 'gave-up' });")}`, { memoryBytes: 300e6 });
    await expect(convertLookedAt()).rejects.toMatchObject({ reason });
  });

  test('to need a program that is not here: it is left to another converter', async () => {
    await raise("say({ type: 'missing-program' });");
    await expect(convert()).rejects.toMatchObject({ name: 'MissingProgram' });
  });

  test.each([
    ['to end without an answer', 'process.exit(0);'],
    ['to crash', "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1e3);"],
    ['to give up for want of something else', 'process.abort();'],
    ['to talk nonsense', "fs.writeSync(3, 'GET / HTTP/1.1 and so on'); setInterval(() => {}, 1e3);"],
    ['to lie about what comes', "say({ type: 'page', page: 501 }); setInterval(() => {}, 1e3);"],
    [
      'to promise more than there may be',
      'fs.writeSync(3, Buffer.alloc(8, 255)); setInterval(() => {}, 1e3);',
    ],
  ])('%s: the document is damaged', async (_, script) => {
    await raise(script);
    await expect(convert()).rejects.toMatchObject({ reason: 'damaged' });
  });
});

describe('a process behind the fence', () => {
  test('has no secret in its environment, and no place but its own folder to be in', async () => {
    process.env.SERVICE_TOKEN = 'not for documents';
    await raise(answer(`JSON.stringify([${itsEnvironment}, process.cwd(), process.env.TMPDIR])`));
    const [names, cwd, folder] = JSON.parse(await convert()) as [string, string, string];
    delete process.env.SERVICE_TOKEN;
    expect(names).toBe('HOME,LANG,PATH,QPDF,TMPDIR');
    expect([folder, '/']).toContain(cwd);
  });

  test('sees no other process: neither its environment nor its words', async () => {
    const mark = 'nothing-for-documents';
    const other = spawn('sleep', ['60'], { argv0: mark, env: { ...process.env, SERVICE_TOKEN: mark } });
    // The program is among its own words, so it puts the mark together.
    await raise(
      answer(`fs.readdirSync('/proc').filter((name) => Number(name) > 0).map((pid) =>
        ['environ', 'cmdline'].map((file) => {
          try { return fs.readFileSync('/proc/' + pid + '/' + file, 'utf8'); } catch { return ''; }
        }).join().includes('nothing' + '-for-documents') ? 'another process' : 'its own').sort().join()`),
    );
    // The shell that stays in front of it, and itself.
    expect(await convert()).toBe('its own,its own');
    other.kill();
  });

  test('shares no memory, queue, or semaphore with the machine', async () => {
    await raise(answer("fs.readlinkSync('/proc/self/ns/ipc')"));
    expect(await convert()).not.toBe(await readlink('/proc/self/ns/ipc'));
  });

  test('can write nothing outside of its folder, not even where everybody may', async () => {
    const name = `sixpence-written-${process.pid}`;
    const places = ['/', '/tmp', '/var/tmp', '/dev/shm'];
    await raise(`
      const written = ${JSON.stringify(places)}.filter((place) => {
        try { fs.writeFileSync(place + '/${name}', 'plaintext'); return true; } catch { return false; }
      });
      fs.writeFileSync(process.env.TMPDIR + '/${name}', 'plaintext');
      ${answer('JSON.stringify(written)')}
    `);
    const written = JSON.parse(await convert()) as string[];
    await Promise.all(written.map((place) => rm(join(place, name), { force: true })));
    expect(written).toEqual([]);
  });

  test('reaches nobody over the network', async () => {
    let calls = 0;
    const listener = createServer(() => (calls += 1)).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as AddressInfo;
    await raise(`
      const socket = require('node:net').connect(${port}, '127.0.0.1');
      const tell = (outcome) => { ${answer('outcome')} process.exit(0); };
      socket.on('connect', () => tell('connected')).on('error', () => tell('refused'));
    `);
    expect(await convert()).toBe('refused');
    expect(calls).toBe(0);
    listener.close();
  });

  test('has the weight of everything else when its document comes', async () => {
    await raise(answer("require('node:os').getPriority()"));
    expect(await convert()).toBe(String(weights.ordinary));
  });

  test('is the first to be ended when the machine runs out of memory', async () => {
    await raise(answer("fs.readFileSync('/proc/self/oom_score_adj', 'utf8').trim()"));
    expect(await convert()).toBe('1000');
  });

  test('is refused more memory at once than the machine can spare', async () => {
    await raise(`
      let held = 'held';
      try { Buffer.allocUnsafe(${limits.processBytes} + 1); } catch { held = 'refused'; }
      ${answer('held')}
    `);
    expect(await convert()).toBe('refused');
  });

  test('leaves no process and no file, even of those it sent away', async () => {
    const mark = `sixpence-stray-${process.pid}`;
    await raise(`
      const stray = ['sh', '-c', 'echo plaintext > "$TMPDIR/${mark}"; sleep 1000; # ${mark}'];
      require('node:child_process').spawn('setsid', stray, { detached: true, stdio: 'ignore' });
      while (!fs.existsSync(process.env.TMPDIR + '/${mark}'));
      ${answer("'done'")}
    `);
    expect(await convert()).toBe('done');
    await fence!.close();
    // The kernel ends them; it may take a moment.
    for (let look = 0; look < 200 && (await commandsWith(mark)).length > 0; look += 1) await sleep(20);
    expect(await commandsWith(mark)).toEqual([]);
    const folders = (await readdir('/dev/shm')).filter((name) =>
      name.startsWith(`sixpence-fence-${process.pid}-`),
    );
    expect(folders).toEqual([]);
    await raise('');
  });
});

describe.each([
  ['where the machine refuses to shut documents in', 'echo "Operation not permitted" >&2; exit 1'],
  ['where nobody says whether documents are shut in', 'exec sleep 1000'],
])('%s', (_, refusal) => {
  let programs: string;
  const path = process.env.PATH;
  const patience = { probeMs: 300 };
  beforeEach(async () => {
    // This `unshare` comes before the system's, and does as one in a container, or on a machine that hangs.
    programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
    await writeFile(join(programs, 'unshare'), `#!/bin/sh\n${refusal}\n`, { mode: 0o755 });
    process.env.PATH = `${programs}:${path}`;
  });
  afterEach(async () => {
    process.env.PATH = path;
    await rm(programs, { recursive: true });
  });

  test('no fence is raised, and what to do is said', async () => {
    await expect(raise(answer("'converted'"), patience)).rejects.toThrow(
      /Let the converter make namespaces.*FENCE=container/,
    );
  });

  test('one is raised when something else is the fence', async () => {
    await raise(answer("'converted'"), { ...patience, isContained: true });
    expect(await convert()).toBe('converted');
  });
});

async function commandsWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(text));
}

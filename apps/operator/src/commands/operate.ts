import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '@sixpence/config/load';
import { Refusal } from '@sixpence/contracts/refusals';
import { coreConfigSchema, type CoreConfig } from '@sixpence/core/platform/process/config';
import { messageOf } from '@sixpence/core/platform/process/logged-error';
import { UsageError, type Command, type Warn, type Input, type Outcome } from '../command.js';
import { commands } from '../commands.js';
import { OperatorModule } from '../operator.module.js';
import { inColumns } from '../list-lines.js';
import { shownJson, shownLine } from '../shown.js';

/** The output of a command: a terminal, or the pipe of a program. */
interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads `out`: then the columns of lists are lined up. A pipe gets tabs. */
  isRead?: boolean;
  /** Opens core's services, which the command closes at its end. Tests pass stand-ins. */
  open?: (config: CoreConfig) => Promise<INestApplicationContext>;
}

/**
 * Runs one command of the operator.
 * @param argv its name and arguments, such as `['site', 'list']`
 * @returns the exit status: 0 done, 1 refused (the reason is on stderr), 2 wrong arguments (the usage is on
 *   stderr)
 */
export async function operate(
  argv: string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  const print = (lines: string[]) => {
    const shown = lines.map(shownLine);
    for (const line of terminal.isRead === true ? inColumns(shown) : shown) terminal.out(`${line}\n`);
  };
  const warn = (text: string) => {
    terminal.err(`${text.split('\n').map(shownLine).join('\n')}\n`);
  };
  const command = commands.find(({ name }) => name.split(' ').every((part, index) => argv[index] === part));
  if (!command) return explain(argv, { print, warn });
  const usage = `Usage: operator ${command.name} ${command.usage} [--json]`.replaceAll('  ', ' ');
  try {
    const input = readInput(command, argv);
    if (input.values['help'] === true) {
      print([command.summary, usage]);
      return 0;
    }
    refuseWrongArguments(command, input);
    const { open = openServices } = terminal;
    const outcome = await outcomeOf(command, input, { environment, warn, open });
    if (input.values['json'] === true) terminal.out(`${shownJson(outcome.json)}\n`);
    else print(outcome.lines);
    return outcome.bad ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      warn(`${error.message}\n${usage}`);
      return 2;
    }
    warn(reasonOf(error));
    return 1;
  }
}

async function outcomeOf(
  command: Command,
  input: Input,
  {
    environment,
    warn,
    open,
  }: {
    environment: Readonly<Record<string, string | undefined>>;
    warn: Warn;
    open: (config: CoreConfig) => Promise<INestApplicationContext>;
  },
): Promise<Outcome> {
  const config = loadConfig(coreConfigSchema, environment);
  let opened: INestApplicationContext | undefined;
  const services = async () => (opened ??= await open(config));
  try {
    return await command.run({ config, services, warn }, input);
  } finally {
    await opened?.close();
  }
}

function openServices(config: CoreConfig): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(OperatorModule.with(config), {
    logger: false,
    abortOnError: false,
  });
}

function readInput(command: Command, argv: string[]): Input {
  try {
    return parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'Not understood';
    const unknown = /^Unknown option '(.*?)'/.exec(message)?.[1];
    throw new UsageError(unknown === undefined ? message : `${command.name} has no option ${unknown}`, {
      cause,
    });
  }
}

/** @throws UsageError that names the first missing, or the first needless, argument */
function refuseWrongArguments({ name, usage, argumentCount }: Command, { positionals }: Input): void {
  const needless = positionals[argumentCount];
  if (needless !== undefined) throw new UsageError(`${name} takes no argument ${needless}`);
  if (positionals.length === argumentCount) return;
  const missing = usage
    .match(/^(?:<[^>]+> ?)*/)?.[0]
    .trim()
    .split(/(?<=>) /)[positionals.length];
  throw new UsageError(`${missing} is missing`);
}

/**
 * Lists the commands, or the commands of a group such as `ledger`.
 * @returns the exit status: 0 if help was asked for, otherwise 2
 */
function explain(argv: string[], { print, warn }: { print: (lines: string[]) => void; warn: Warn }): number {
  const words = argv.filter((word) => !word.startsWith('-'));
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const [shown, usage] = group.length > 0 ? [group, `${words[0]} <command>`] : [commands, '<command>'];
  const width = Math.max(...shown.map(({ name }) => name.length)) + 2;
  const list = shown.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  const isHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  const isHelpRequest = isHelp && words.length === (group.length > 0 ? 1 : 0);
  const text = [`Usage: operator ${usage} [--json] [--help]`, '', ...list];
  const rest = group.length > 0 ? text : ['operator --help lists the commands.'];
  if (isHelpRequest) print(text);
  else warn([`There is no command ${words.slice(0, 2).join(' ')}.`, ...rest].join('\n'));
  return isHelpRequest ? 0 : 2;
}

/** The reason of a failure with its causes. Values in messages of the database are removed. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return 'Failed for an unknown reason';
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  const message = messageOf(error);
  return error.cause === undefined ? message : `${message} (${reasonOf(error.cause)})`;
}

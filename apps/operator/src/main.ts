import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, loadConfig } from '@sixpence/config/load';
import { Refusal } from '@sixpence/contracts/refusals';
import { coreConfigSchema } from '@sixpence/core/process/config';
import { messageOf } from '@sixpence/core/process/logged-error';
import { UsageError, type Command, type Input } from './command.js';
import { commands } from './commands.js';
import { OperatorModule } from './operator.module.js';
import { shownJson, shownLine } from './shown.js';

/** The operator's command line. Exit status: 0 done, 1 refused (reason on stderr), 2 typed wrongly. */
process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((part, index) => argv[index] === part));
  if (!command) return explainAll(argv);
  const usage = `Usage: operator ${command.name} ${command.usage} [--json]`.replaceAll('  ', ' ');
  try {
    const input = readInput(command, argv);
    if (input.values['help'] === true) {
      say([command.does, usage]);
      return 0;
    }
    if (input.positionals.length !== command.takes) throw new UsageError('Not the right number of words');
    return await run(command, input);
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n${usage}`);
      return 2;
    }
    complain(reasonOf(error));
    return 1;
  }
}

async function run(command: Command, input: Input): Promise<number> {
  const config = loadConfig(coreConfigSchema, process.env);
  let opened: INestApplicationContext | undefined;
  const services = async () =>
    (opened ??= await NestFactory.createApplicationContext(OperatorModule.with(config), {
      logger: false,
      abortOnError: false,
    }));
  try {
    const outcome = await command.run({ config, services }, input);
    if (input.values['json'] === true) process.stdout.write(`${shownJson(outcome.json)}\n`);
    else say(outcome.lines);
    return outcome.bad ? 1 : 0;
  } finally {
    await opened?.close();
  }
}

function readInput(command: Command, argv: string[]): Input {
  try {
    return parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'Not understood', { cause });
  }
}

function explainAll(argv: string[]): number {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, does }) => `  ${name.padEnd(width)}${does}`);
  const asked = argv.length === 0 || argv.includes('--help') || argv.includes('-h');
  const text = ['Usage: operator <command> [--json] [--help]', '', ...list];
  if (asked) say(text);
  else complain([`There is no command ${argv.slice(0, 2).join(' ')}.`, ...text].join('\n'));
  return asked ? 0 : 2;
}

/** What went wrong, with its causes, for an operator's eyes; a value that the database complains of is left out. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return 'Failed for an unknown reason';
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  const message = messageOf(error);
  return error.cause === undefined ? message : `${message} (${reasonOf(error.cause)})`;
}

function say(lines: string[]): void {
  for (const line of lines) process.stdout.write(`${shownLine(line)}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text.split('\n').map(shownLine).join('\n')}\n`);
}

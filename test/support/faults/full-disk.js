// Loaded before the agent (`--import`): while the file named by FULL_DISK_FILE exists, SQLite refuses writes
// as on a full disk. The file holds the number of writes that still succeed. A write is a statement, or the
// commit of several.
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const file = process.env.FULL_DISK_FILE;
const { run } = StatementSync.prototype;
const { exec } = DatabaseSync.prototype;
let writesLeft;
let isTransaction = false;

function isRefused() {
  if (!existsSync(file)) writesLeft = undefined;
  else writesLeft ??= Number(readFileSync(file, 'utf8'));
  if (writesLeft === undefined) return false;
  writesLeft -= 1;
  return writesLeft < 0;
}

function refuse() {
  throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
}

StatementSync.prototype.run = function (...values) {
  if (!isTransaction && isRefused()) refuse();
  return run.apply(this, values);
};

DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'commit' && isRefused()) {
    // SQLite rolls back by itself when a commit finds no room.
    isTransaction = false;
    exec.call(this, 'rollback');
    refuse();
  }
  exec.call(this, sql);
  if (sql === 'begin immediate') isTransaction = true;
  if (sql === 'commit' || sql === 'rollback') isTransaction = false;
};

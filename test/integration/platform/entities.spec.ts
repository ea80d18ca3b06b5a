import 'reflect-metadata';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { all } from '@sixpence/core/platform/database/sql';
import { tableOwners } from '@sixpence/core/platform/database/table-owners';
import type { DataSource, EntityMetadata } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../support/core/database.js';

let made: TestDatabase;
let database: DataSource;

beforeAll(async () => {
  made = await createDatabase();
  database = await createDataSource({
    url: made.url,
    poolSize: 1,
    entities: await everyEntity(),
  }).initialize();
});
afterAll(async () => {
  await database.destroy();
  await made.drop();
});

test('there are entities for the plain records', () => {
  const tables = database.entityMetadatas.map(({ tableName }) => tableName);
  expect(tables).toEqual(
    expect.arrayContaining(['users', 'addresses', 'sessions', 'organisations', 'sites', 'printers']),
  );
});

test('an entity has the columns of its table, each with its type, nullability, and default', async () => {
  expect(ofEach(columnsOf)).toEqual(await inDatabase(columnsInDatabase));
});

test('an entity has the unique keys and foreign keys of its table', async () => {
  expect(ofEach(keysOf)).toEqual(await inDatabase(keysInDatabase));
});

test('an entity has no relations, so that nothing is loaded implicitly', () => {
  const relations = database.entityMetadatas.flatMap((entity) => entity.relations);
  expect(relations.map(({ propertyPath }) => propertyPath)).toEqual([]);
});

test('every table and view has an owner, and its entity is in the owner’s folder', async () => {
  const tables = await all<{ name: string }>(
    database,
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableOwners).sort());
  const strangers = database.entityMetadatas.filter(
    ({ tableName }) => !tableOwners[tableName]?.includes(folderOf(tableName) ?? ''),
  );
  expect(strangers.map(({ tableName }) => tableName)).toEqual([]);
});

function ofEach<T>(fact: (entity: EntityMetadata) => T): Record<string, T> {
  return Object.fromEntries(database.entityMetadatas.map((entity) => [entity.tableName, fact(entity)]));
}

async function inDatabase<T>(fact: (table: string) => Promise<T>): Promise<Record<string, T>> {
  const found: Record<string, T> = {};
  for (const { tableName } of database.entityMetadatas) found[tableName] = await fact(tableName);
  return found;
}

type Columns = Record<string, { type: string; isNullable: boolean; default: string | null }>;

function columnsOf(entity: EntityMetadata): Columns {
  const { driver } = database;
  return Object.fromEntries(
    entity.columns.map((column) => [
      column.databaseName,
      {
        type: `${driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
        isNullable: column.isNullable,
        default: column.isGenerated ? 'gen_random_uuid()' : (driver.normalizeDefault(column) ?? null),
      },
    ]),
  );
}

/** Defaults without the type that PostgreSQL appends. */
async function columnsInDatabase(table: string): Promise<Columns> {
  const rows = await all<{ name: string; type: string; isNullable: boolean; default: string | null }>(
    database,
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS is_nullable,
            regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+(\\[\\])?$', '') AS default
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
     WHERE a.attrelid = :table::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    { table },
  );
  return Object.fromEntries(rows.map(({ name, ...column }) => [name, column]));
}

interface Keys {
  unique: string[];
  references: string[];
}

function keysOf({ columns, uniques, indices, foreignKeys }: EntityMetadata): Keys {
  const names = (of: { databaseName: string }[]) => of.map(({ databaseName }) => databaseName).join(', ');
  return {
    unique: [
      names(columns.filter(({ isPrimary }) => isPrimary)),
      ...uniques.map((unique) => names(unique.columns)),
      ...indices.filter(({ isUnique }) => isUnique).map((index) => names(index.columns)),
    ].sort(),
    references: foreignKeys
      .map(
        (key) =>
          `${names(key.columns)} → ${key.referencedEntityMetadata.tableName} (${names(key.referencedColumns)})`,
      )
      .sort(),
  };
}

/** References to tables without an entity of the same feature are ignored: an entity cannot name them. */
async function keysInDatabase(table: string): Promise<Keys> {
  const columns = (numbers: string, of: string) =>
    `(SELECT string_agg(a.attname, ', ' ORDER BY n.place) FROM unnest(${numbers}) WITH ORDINALITY n (attnum, place)
      JOIN pg_attribute a ON a.attrelid = ${of} AND a.attnum = n.attnum)`;
  const unique = await all<{ columns: string }>(
    database,
    `SELECT ${columns('i.indkey::int2[]', 'i.indrelid')} AS columns FROM pg_index i
     WHERE i.indrelid = :table::regclass AND i.indisunique AND i.indpred IS NULL`,
    { table },
  );
  const references = await all<{ reference: string; target: string }>(
    database,
    `SELECT ${columns('c.conkey', 'c.conrelid')} || ' → ' || t.relname || ' (' || ${columns('c.confkey', 'c.confrelid')}
              || ')' AS reference, t.relname AS target
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid
     WHERE c.conrelid = :table::regclass AND c.contype = 'f'`,
    { table },
  );
  return {
    unique: unique.map((row) => row.columns).sort(),
    references: references
      .filter(({ target }) => folderOf(target) === folderOf(table))
      .map(({ reference }) => reference)
      .sort(),
  };
}

const folders = new Map<unknown, string>();

function folderOf(table: string): string | undefined {
  return folders.get(database.entityMetadatas.find(({ tableName }) => tableName === table)?.target);
}

type Entity = new () => object;

/** All entities of core, of every feature. */
async function everyEntity(): Promise<Entity[]> {
  const root = new URL('../../../apps/core/src/', import.meta.url);
  const found: Entity[] = [];
  for (const file of globSync('**/*.entity.ts', { cwd: root.pathname })) {
    const [, path = ''] = /^(.*)\.ts$/.exec(file) ?? [];
    const classes = (await import(`@sixpence/core/${path}`)) as Record<string, Entity>;
    for (const entity of Object.values(classes)) {
      found.push(entity);
      folders.set(entity, dirname(file));
    }
  }
  return found;
}

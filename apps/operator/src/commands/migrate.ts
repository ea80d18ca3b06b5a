import { migrate } from '@sixpence/core/platform/database/migrate';
import type { Command } from '../command.js';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'Brings the database to the newest schema; safe to repeat, and while core runs.',
  argumentCount: 0,
  async run({ config }) {
    await migrate(config);
    return { json: { migrated: true }, lines: ['The database has the newest schema.'] };
  },
};

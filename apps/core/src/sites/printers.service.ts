import { Injectable } from '@nestjs/common';
import {
  agentPrinter,
  printerReport,
  type AgentPrinter,
  type Counting,
  type PrinterReport,
} from '@sixpence/contracts/agent/gateway';
import type { Currency } from '@sixpence/contracts/currencies';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { columnOf } from '../platform/database/column-names.js';
import { all, one } from '../platform/database/sql.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { PrinterNewsService } from './printer-news.service.js';

/** A printer, with the fields of its site that a release needs. */
export interface Printer extends AgentPrinter {
  siteId: string;
  site: string;
  currency: Currency;
  agentId: string | null;
  accepting: boolean;
  state: PrinterState | null;
  /** Null until the printer has reported. */
  color: boolean | null;
  duplex: boolean | null;
}

/** The columns of `printers` for the fields of a schema: each is called like its field, in snake case. */
const columnsOf = (schema: { shape: object }): string =>
  Object.keys(schema.shape)
    .map((field) => columnOf(field))
    .join(', ');

/** The fields of a report that are stored. An older box does not send all of them. */
const reportFields = Object.keys(printerReport.shape).filter((field) => field !== 'printerId');
const emptyReport = Object.fromEntries(reportFields.map((field) => [field, null]));
/** The columns of a report that a screen shows. */
const shownColumns = reportFields
  .filter((field) => field !== 'formats' && field !== 'makeAndModel')
  .map((field) => columnOf(field));

const selectPrinters = `
  SELECT p.id, p.slug, p.name, p.uri, p.counting, p.pairing_round, p.agent_id, p.accepting, p.state, p.color,
         p.duplex, p.site_id, s.name AS site, s.currency
  FROM printers p JOIN sites s ON s.id = p.site_id`;

/** Printers: their settings by operators, and the reports of their agents. */
@Injectable()
export class PrintersService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
    private readonly printerNews: PrinterNewsService,
  ) {}

  /**
   * Adds a printer to a site, or updates the printer with this slug. A new printer is driven by the site's
   * first active agent.
   */
  async put(printer: { siteId: string; slug: string; name: string; uri: string; counting?: Counting }) {
    const { siteId, slug, name, uri, counting } = printer;
    return this.database.transaction(async (tx) => {
      const row = await one<{ id: string }>(
        tx,
        `INSERT INTO printers (site_id, slug, name, uri, counting, agent_id)
         VALUES (:siteId, :slug, :name, :uri, coalesce(:counting, 'impressions'),
                 (SELECT id FROM agents WHERE site_id = :siteId AND revoked_at IS NULL ORDER BY enrolled_at
                   LIMIT 1))
         ON CONFLICT (site_id, slug) DO UPDATE
         SET name = excluded.name, uri = excluded.uri, counting = coalesce(:counting, printers.counting)
         RETURNING id`,
        { siteId, slug, name, uri, counting: counting ?? null },
      );
      if (!row) throw new Error('A printer that was just put cannot be found');
      const saved = await printerById(tx, row.id);
      await this.outbox.recordFact(tx, 'print.printer.changed', {
        printerId: saved.id,
        agentId: saved.agentId,
      });
      return saved;
    });
  }

  /** Ends the pairings of all devices with the printer's panel. Its box is told at once. */
  async endPairings(tx: EntityManager, printerId: string): Promise<void> {
    const printer = await one<{ agentId: string | null }>(
      tx,
      'UPDATE printers SET pairing_round = pairing_round + 1 WHERE id = :printerId RETURNING agent_id',
      { printerId },
    );
    if (printer) await this.outbox.recordFact(tx, 'print.printer.changed', { printerId, ...printer });
  }

  async listPrinters(siteId?: string): Promise<Printer[]> {
    return all(
      this.database,
      `${selectPrinters} WHERE :siteId::uuid IS NULL OR p.site_id = :siteId ORDER BY s.name, p.slug`,
      { siteId: siteId ?? null },
    );
  }

  async printersOfAgent(agentId: string): Promise<AgentPrinter[]> {
    return all(
      this.database,
      `SELECT ${columnsOf(agentPrinter)} FROM printers WHERE agent_id = :agentId ORDER BY slug`,
      { agentId },
    );
  }

  /**
   * A printer, for the agent that drives it. For other agents it does not exist.
   * @throws Refusal `printer.unknown`
   */
  async forAgent(agentId: string, printerId: string): Promise<Printer> {
    const printer = await this.printerOfAgent(agentId, printerId);
    if (!printer) throw new Refusal('printer.unknown');
    return printer;
  }

  /** The printer; undefined when this agent does not drive it. */
  async printerOfAgent(agentId: string, printerId: string): Promise<Printer | undefined> {
    return one(this.database, `${selectPrinters} WHERE p.id = :printerId AND p.agent_id = :agentId`, {
      printerId,
      agentId,
    });
  }

  /** Locks the printer's row until the transaction ends. */
  async lock(tx: EntityManager, printerId: string): Promise<void> {
    await one(tx, 'SELECT 1 FROM printers WHERE id = :printerId FOR NO KEY UPDATE', { printerId });
  }

  /** The printer's display name. */
  async nameOf(printerId: string): Promise<string> {
    const printer = await one<{ name: string }>(
      this.database,
      'SELECT name FROM printers WHERE id = :printerId',
      { printerId },
    );
    if (!printer) throw new Error(`Printer ${printerId} does not exist any more`);
    return printer.name;
  }

  /**
   * Stores a report of a printer. Notifies the screens of the printer's site when a field that they show has
   * changed.
   * @throws Refusal `printer.unknown`
   */
  async report(agentId: string, { printerId, ...report }: PrinterReport): Promise<void> {
    const stored = await one<{ siteId: string; hasVisibleChange: boolean }>(
      this.database,
      `WITH before AS (
         SELECT *, ${wasUsable} AS usable FROM printers
         WHERE id = :printerId AND agent_id = :agentId FOR NO KEY UPDATE)
       UPDATE printers p SET ${reportFields.map((field) => `${columnOf(field)} = :${field}`).join(', ')},
         reported_at = app_now(),
         troubled_at = CASE WHEN before.usable AND NOT :usable THEN app_now() ELSE p.troubled_at END,
         back_at = CASE WHEN NOT before.usable AND :usable THEN app_now() ELSE p.back_at END
       FROM before WHERE p.id = before.id
       RETURNING p.site_id,
         (${shownColumns.map((column) => `before.${column}`).join(', ')})
           IS DISTINCT FROM (${shownColumns.map((column) => `p.${column}`).join(', ')}) AS has_visible_change`,
      { printerId, agentId, ...emptyReport, ...report, usable: isUsable(report) },
    );
    if (!stored) throw new Refusal('printer.unknown');
    if (stored.hasVisibleChange) this.printerNews.tellSite({ siteId: stored.siteId, printerId });
  }
}

/**
 * A usable printer accepts a job and prints it. The reasons must be empty, because many printers report a jam
 * or an empty tray and still call themselves `processing`. A printer without a report counts as usable.
 */
const wasUsable = `(state IS NULL OR (accepting AND state IN ('idle', 'processing') AND reasons = '{}'))`;
const isUsable = ({ accepting, state, reasons }: Omit<PrinterReport, 'printerId'>): boolean =>
  accepting && (state === 'idle' || state === 'processing') && reasons.length === 0;

async function printerById(tx: EntityManager, printerId: string): Promise<Printer> {
  const printer = await one<Printer>(tx, `${selectPrinters} WHERE p.id = :printerId`, { printerId });
  if (!printer) throw new Error(`Printer ${printerId} does not exist any more`);
  return printer;
}

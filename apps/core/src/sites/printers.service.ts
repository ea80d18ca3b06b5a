import { Injectable } from '@nestjs/common';
import type { AgentPrinter, Counting, PrinterReport, PrinterState } from '@sixpence/contracts/agent/gateway';
import type { Currency } from '@sixpence/contracts/money';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxService } from '../outbox/outbox.service.js';

/** A printer with what a release needs to know of its site. */
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

const selectPrinters = `
  SELECT p.id, p.slug, p.name, p.uri, p.counting, p.agent_id AS "agentId", p.accepting, p.state, p.color, p.duplex,
         s.id AS "siteId", s.name AS site, s.currency
  FROM printers p JOIN sites s ON s.id = p.site_id`;

/** Printers: what operators say of them, and what their agents report. */
@Injectable()
export class PrintersService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
  ) {}

  /** Adds a printer to a site, or brings the one of that slug up to date. The site's only agent drives it. */
  async put(printer: { siteId: string; slug: string; name: string; uri: string; counting?: Counting }) {
    const { siteId, slug, name, uri, counting } = printer;
    return this.database.transaction(async (tx) => {
      const [row]: { id: string }[] = await tx.query(
        `INSERT INTO printers (site_id, slug, name, uri, counting, agent_id)
         VALUES ($1, $2, $3, $4, coalesce($5, 'impressions'),
                 (SELECT id FROM agents WHERE site_id = $1 AND revoked_at IS NULL ORDER BY enrolled_at LIMIT 1))
         ON CONFLICT (site_id, slug) DO UPDATE
         SET name = excluded.name, uri = excluded.uri, counting = coalesce($5, printers.counting)
         RETURNING id`,
        [siteId, slug, name, uri, counting ?? null],
      );
      if (!row) throw new Error('A printer that was just put cannot be found');
      const put = await printerById(tx, row.id);
      await this.outbox.record(tx, 'print.printer.changed', { printerId: put.id, agentId: put.agentId });
      return put;
    });
  }

  async list(siteId?: string): Promise<Printer[]> {
    return this.database.query(
      `${selectPrinters} WHERE $1::uuid IS NULL OR p.site_id = $1 ORDER BY s.name, p.slug`,
      [siteId ?? null],
    );
  }

  /** The printers that an agent drives. */
  async ofAgent(agentId: string): Promise<AgentPrinter[]> {
    return this.database.query(
      'SELECT id, slug, name, uri, counting FROM printers WHERE agent_id = $1 ORDER BY slug',
      [agentId],
    );
  }

  /**
   * A printer, for the agent that drives it: to others it does not exist.
   * @throws Refusal `printer.unknown`
   */
  async forAgent(
    agentId: string,
    printerId: string,
    queries: Pick<EntityManager, 'query'> = this.database,
  ): Promise<Printer> {
    const [printer]: Printer[] = await queries.query(
      `${selectPrinters} WHERE p.id = $1 AND p.agent_id = $2`,
      [printerId, agentId],
    );
    if (!printer) throw new Refusal('printer.unknown', 'There is no such printer here.');
    return printer;
  }

  /** What people call a printer. */
  async nameOf(printerId: string): Promise<string> {
    const [row]: { name: string }[] = await this.database.query('SELECT name FROM printers WHERE id = $1', [
      printerId,
    ]);
    if (!row) throw new Error(`Printer ${printerId} has gone`);
    return row.name;
  }

  /** Stores what a printer says of itself. @throws Refusal `printer.unknown` */
  async report(agentId: string, report: PrinterReport): Promise<void> {
    const [, changed]: [unknown[], number] = await this.database.query(
      `UPDATE printers SET state = $3, reasons = $4, accepting = $5, color = $6, duplex = $7, formats = $8,
              make_and_model = $9, reported_at = app_now()
       WHERE id = $1 AND agent_id = $2`,
      [
        report.printerId,
        agentId,
        report.state,
        report.reasons,
        report.accepting,
        report.color,
        report.duplex,
        report.formats,
        report.makeAndModel,
      ],
    );
    if (changed === 0) throw new Refusal('printer.unknown', 'There is no such printer here.');
  }
}

async function printerById(tx: EntityManager, printerId: string): Promise<Printer> {
  const [printer]: Printer[] = await tx.query(`${selectPrinters} WHERE p.id = $1`, [printerId]);
  if (!printer) throw new Error(`Printer ${printerId} has gone`);
  return printer;
}

import type { DatabaseSync } from 'node:sqlite';

/** The devices that staff have paired with panels, by the hash of what their cookie holds. */
export class DeviceBook {
  constructor(private readonly database: DatabaseSync) {}

  pair(device: { tokenHash: string; printerId: string; pairedAt: number }): void {
    this.database
      .prepare('insert or ignore into devices (token_hash, printer_id, paired_at) values (?, ?, ?)')
      .run(device.tokenHash, device.printerId, device.pairedAt);
  }

  isPaired(tokenHash: string, printerId: string): boolean {
    const found = this.database
      .prepare('select 1 from devices where token_hash = ? and printer_id = ?')
      .get(tokenHash, printerId);
    return found !== undefined;
  }
}

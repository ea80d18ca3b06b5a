import pg from 'pg';

const againAfterMs = 1_000;

/**
 * Hears every NOTIFY of one channel, on a connection of its own that is opened anew whenever it is cut. What is sent
 * meanwhile is missed: whoever listens looks for itself now and then.
 */
export class Notifications {
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(
    private readonly options: {
      databaseUrl: string;
      channel: string;
      heard: (payload: string) => void;
      cut: (error: unknown) => void;
    },
  ) {}

  /** Never throws: a connection that cannot be made is tried again. */
  async listen(): Promise<void> {
    if (this.stopped) return;
    const { databaseUrl, channel, heard, cut } = this.options;
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    const again = () => {
      if (this.client !== client) return;
      this.client = undefined;
      if (!this.stopped) setTimeout(() => void this.listen(), againAfterMs);
    };
    this.client = client;
    client.on('notification', ({ payload = '' }) => {
      heard(payload);
    });
    client.on('error', (error) => {
      cut(error);
      again();
    });
    client.on('end', again);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      cut(error);
      again();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end();
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerNames } from '@sixpence/contracts/provider-names';
import { IdentityProviders } from '@sixpence/sandbox/identity/identity-providers';
import { CoreApp } from '../core/core-app.js';
import { freePort } from '../free-port.js';
import { MailServer } from './mail-server.js';
import { until } from '../until.js';

/** Core with a mail server, stand-ins for the three identity providers, and the demo user. */
export class SocialWorld implements AsyncDisposable {
  private constructor(
    readonly core: CoreApp,
    readonly mail: MailServer,
    readonly providers: IdentityProviders,
    private readonly after: AsyncDisposableStack,
  ) {}

  static async start(): Promise<SocialWorld> {
    await using started = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-identity-'));
    started.defer(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const providers = await IdentityProviders.start({ port, folder, logFile: join(folder, 'identity.log') });
    started.defer(() => providers.stop());
    const mail = started.use(await MailServer.start());
    const variables = { MAIL_URL: mail.url, ...providers.variablesFor(providerNames) };
    const core = started.use(await CoreApp.start(variables));
    await core.signedIn('demo@example.com');
    return new SocialWorld(core, mail, providers, started.move());
  }

  /**
   * Waits until an address has got this many mails.
   * @returns the code in the newest of them
   */
  async codeTo(address: string, mails = 1): Promise<string> {
    await until(() => this.mail.to(address).length === mails);
    return /\b\d{6}\b/.exec(this.mail.to(address).at(-1)?.mail.text ?? '')?.[0] ?? 'no code';
  }

  /** All addresses of the user who has this address. */
  async addressesOf(email: string): Promise<{ address: string; provenBy: string }[]> {
    return this.core.database.query(
      `SELECT address, proven_by AS "provenBy" FROM addresses
       WHERE user_id = (SELECT user_id FROM addresses WHERE address = $1) ORDER BY address`,
      [email],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.after.disposeAsync();
  }
}

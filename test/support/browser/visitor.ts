import { randomBytes } from 'node:crypto';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import type { CoreApp } from '../core/core-app.js';

/** The user's choice on a provider's page, and the provider's claims about the address. */
export interface Choice {
  email?: string;
  unproven?: boolean;
  hidden?: boolean;
  cancelled?: boolean;
}

interface Sent {
  method?: 'GET' | 'POST';
  form?: Record<string, string>;
  /** The origin of the page that posts the form. */
  from?: string;
}

/**
 * The part of a browser that signing in with a provider needs: a cookie jar for each host, and forms. Like a
 * real browser it posts a cross-site form without the target's cookies (`SameSite=Lax`).
 */
export class Visitor {
  /** Every address that it has opened, also by a redirect. */
  readonly seen: string[] = [];
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(private readonly core: CoreApp) {}

  /**
   * Signs in at a provider and comes back.
   * @returns the final page of our site, with its query
   */
  async signIn(provider: ProviderName, isSignupFlow: boolean, choice: Choice = {}): Promise<string> {
    const { urls } = await this.begin(isSignupFlow);
    return this.follow(await this.choose(urls[provider], choice));
  }

  async begin(
    isSignupFlow: boolean,
    stateKey = randomBytes(32).toString('base64url'),
  ): Promise<{ stateKey: string; urls: Record<ProviderName, string>; status: number }> {
    const answer = await this.call('POST', '/social-state', { stateKey, isSignupFlow });
    const { authorizationUrls: urls } = (await answer.json()) as {
      authorizationUrls: Record<ProviderName, string>;
    };
    return { stateKey, urls, status: answer.status };
  }

  /**
   * Chooses an identity on the provider's page.
   * @returns the provider's response to the browser
   */
  async choose(authorizationUrl: string, choice: Choice = {}): Promise<Back> {
    const page = await this.open(await this.locationOf(authorizationUrl));
    if (!(await page.text()).includes('<form method="post">')) throw new Error('The provider shows no form');
    const { email = 'demo@example.com', unproven, hidden, cancelled } = choice;
    const form = {
      other: email,
      answer: cancelled ? 'no' : 'yes',
      ...(unproven && { unproven: 'yes' }),
      ...(hidden && { hidden: 'yes' }),
    };
    const answer = await this.open(page.url, { method: 'POST', form, from: new URL(page.url).origin });
    return this.followProvider(new URL(answer.headers.get('location') ?? '', page.url).href);
  }

  /** Follows the way back to our site, up to the final page. */
  async follow({ url, form, from }: Back): Promise<string> {
    let answer = await this.open(url, form ? { method: 'POST', form, from } : {});
    if (answer.status === 200) {
      const hiddenFields = fieldsOf(await answer.text());
      answer = await this.open(url, { method: 'POST', form: hiddenFields, from: this.core.url });
    }
    const to = answer.headers.get('location') ?? `no page but ${answer.status}`;
    return to.replace(this.core.url, '');
  }

  /** A call as our own pages make it. */
  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const url = this.core.url + path;
    const answer = await this.core.call(method, path, { body, headers: { cookie: this.cookies(url) } });
    this.storeCookies(url, answer);
    return answer;
  }

  /** The address of the user whose session this browser has; undefined without a session. */
  async email(): Promise<string | undefined> {
    const answer = await this.call('GET', '/footer-email');
    return answer.status === 200 ? ((await answer.json()) as { email: string }).email : undefined;
  }

  /** Follows the provider's redirects up to a page, or to the form that sends the browser back. */
  private async followProvider(address: string): Promise<Back> {
    let url = address;
    while (!url.startsWith(this.core.url)) {
      const answer = await this.open(url);
      const location = answer.headers.get('location');
      if (location === null) {
        const page = await answer.text();
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
        return { url: action, form: fieldsOf(page), from: new URL(url).origin };
      }
      url = new URL(location, url).href;
    }
    return { url };
  }

  private async locationOf(url: string): Promise<string> {
    const answer = await this.open(url);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The provider answers ${answer.status}: ${await answer.text()}`);
    return new URL(location, url).href;
  }

  private async open(url: string, { method = 'GET', form, from }: Sent = {}): Promise<Response> {
    this.seen.push(url);
    const isForeign = from !== undefined && new URL(from).hostname !== new URL(url).hostname;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(isForeign ? {} : { cookie: this.cookies(url) }),
        ...(from !== undefined && { origin: from }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        accept: 'text/html',
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    this.storeCookies(url, answer);
    return answer;
  }

  private storeCookies(url: string, answer: Response): void {
    const jar = this.jars.get(new URL(url).host) ?? new Map<string, string>();
    this.jars.set(new URL(url).host, jar);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0\b/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  private cookies(url: string): string {
    return [...(this.jars.get(new URL(url).host) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }
}

/** How a provider sends a browser back: with a link, or with a form on its own page. */
export interface Back {
  url: string;
  form?: Record<string, string>;
  from?: string;
}

function fieldsOf(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

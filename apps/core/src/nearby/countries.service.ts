import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { open, type Reader, type Response } from 'maxmind';

/** A record of this database, which is the NRO's (CC BY 4.0). */
interface Country {
  country_code?: string;
}

const databaseFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
);

/** Countries by network address, from a file that came with the packages: no other service is asked. */
@Injectable()
export class CountriesService {
  private reader: Promise<Reader<Response>> | undefined;

  /**
   * @param network as `networkOf` names it
   * @returns two capitals, or undefined where nobody knows, as of private addresses
   */
  async of(network: string): Promise<string | undefined> {
    const [address = ''] = network.split('/');
    if (isIP(address) === 0) return undefined;
    // Read when it is first asked for: most processes that have this class never are.
    const reader = await (this.reader ??= open(databaseFile));
    const { country_code: code } = (reader.get(address) ?? {}) as Country;
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
  }
}

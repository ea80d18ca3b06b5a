import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { open, type Reader, type Response } from 'maxmind';

/** A record of this database (source: the NRO, CC BY 4.0). */
interface Country {
  country_code?: string;
}

const databaseFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
);

/** Countries by network address, from a file in an npm package. No other service is called. */
@Injectable()
export class CountriesService {
  private reader: Promise<Reader<Response>> | undefined;

  /**
   * @param network as `networkOf` names it
   * @returns two capitals; undefined for an unknown address, for example a private one
   */
  async countryOf(network: string): Promise<string | undefined> {
    const [address = ''] = network.split('/');
    if (isIP(address) === 0) return undefined;
    // Opened on first use, because most processes with this class never need it.
    const reader = await (this.reader ??= open(databaseFile));
    const { country_code: code } = (reader.get(address) ?? {}) as Country;
    return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined;
  }
}

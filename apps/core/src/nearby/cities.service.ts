import { isIP } from 'node:net';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { open, type Reader, type Response } from 'maxmind';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';

/** The city of a record. DB-IP Lite and GeoLite2 have its names by language; ip-location-db has one name. */
interface CityRecord {
  city?: string | { names?: Record<string, string> };
}

/**
 * Cities by network address, from the file that `CITY_DATABASE` names. The file has 130 MB and changes each
 * month, so it is not part of the packages. Without the variable no city is known.
 */
@Injectable()
export class CitiesService implements OnModuleInit {
  private reader: Reader<Response> | undefined;

  constructor(@Inject(CORE_CONFIG) private readonly config: Pick<CoreConfig, 'CITY_DATABASE'>) {}

  /** @throws Error for a file that cannot be read, so that core does not start with it */
  async onModuleInit(): Promise<void> {
    const file = this.config.CITY_DATABASE;
    if (file === '') return;
    try {
      this.reader = await open(file);
    } catch (cause) {
      const remedy = 'name a city database in the MMDB format, such as DB-IP City Lite, or nothing';
      throw new Error(`CITY_DATABASE: ${file} cannot be read; ${remedy}`, { cause });
    }
  }

  /**
   * @param network as `networkOf` names it
   * @returns the city's English name; undefined when it is unknown
   */
  cityOf(network: string): string | undefined {
    const [address = ''] = network.split('/');
    if (!this.reader || isIP(address) === 0) return undefined;
    const { city } = (this.reader.get(address) ?? {}) as CityRecord;
    const name = typeof city === 'object' ? city.names?.['en'] : city;
    return name === '' ? undefined : name;
  }
}

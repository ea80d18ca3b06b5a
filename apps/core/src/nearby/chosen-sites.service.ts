import { Injectable } from '@nestjs/common';
import type { FoundSite } from '@sixpence/contracts/http/own-printers';
import { Refusal } from '@sixpence/contracts/refusals';
import { all, changed, one } from '../platform/database/sql.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { NewsService } from '../platform/news/news.service.js';
import { PersonalDataService } from '../platform/personal-data/personal-data.service.js';
import { lockPerson } from '../people/users/person-locks.query.js';
import { SitesService } from '../sites/sites.service.js';
import { SiteSearch } from './views/site-search.query.js';

/** The most sites that a person may choose: more than a person visits. */
const mostChosen = 10;

/**
 * The sites that a person has chosen: their printers are shown, although the person has not printed there.
 */
@Injectable()
export class ChosenSitesService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly search: SiteSearch,
    private readonly sites: SitesService,
    private readonly news: NewsService,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'chosenSites',
      exportOf: (queries, userId) =>
        all(
          queries,
          'SELECT site_id, chosen_at FROM chosen_sites WHERE user_id = :userId ORDER BY chosen_at',
          { userId },
        ),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM chosen_sites WHERE user_id = :userId', { userId });
      },
    });
  }

  /**
   * Finds sites by a part of their name or of their organisation's name. Without a name, returns the chosen
   * sites.
   */
  findSites(userId: string, name: string): Promise<FoundSite[]> {
    return this.search.findSites(userId, name);
  }

  /**
   * Adds or removes a chosen site. Idempotent.
   * @throws Refusal `site.unknown`, `site.full`
   */
  async chooseSite(userId: string, { siteId, chosen }: { siteId: string; chosen: boolean }): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (chosen) {
        // Serialised with the person's other choices by the person's row, so that two tabs together do not
        // exceed the limit.
        await lockPerson(tx, userId);
        const others = await one<{ count: number }>(
          tx,
          'SELECT count(*)::int AS count FROM chosen_sites WHERE user_id = :userId AND site_id <> :siteId',
          { userId, siteId },
        );
        if ((others?.count ?? 0) >= mostChosen) throw new Refusal('site.full');
        if (!(await this.sites.exists(tx, siteId))) throw new Refusal('site.unknown');
        await changed(
          tx,
          'INSERT INTO chosen_sites (user_id, site_id) VALUES (:userId, :siteId) ON CONFLICT DO NOTHING',
          { userId, siteId },
        );
      } else {
        await changed(tx, 'DELETE FROM chosen_sites WHERE user_id = :userId AND site_id = :siteId', {
          userId,
          siteId,
        });
      }
      this.news.publishAfterCommit(tx, 'person.sites', { ownerId: userId });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { changed } from '../platform/database/sql.js';
import { PersonalDataService } from '../platform/personal-data/personal-data.service.js';
import { listedDocuments, optionsOf } from './views/document-rows.query.js';

/**
 * Exports a person's documents and print options, without the files, and erases the options when the person
 * leaves. `LeaversDocumentsService` deletes the documents.
 */
@Injectable()
export class DocumentsPersonalDataService {
  constructor(personalData: PersonalDataService) {
    personalData.register({
      name: 'documents',
      exportOf: async (queries, userId) => ({
        options: await optionsOf(queries, userId),
        documents: (await listedDocuments(queries, userId)).map(
          ({ id, fileName, side, isColor, expiresAt, printedAt, state, pages }) => ({
            id,
            fileName,
            side,
            isColor,
            expiresAt,
            printedAt,
            state,
            pages: pages?.length ?? null,
          }),
        ),
      }),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM print_options WHERE user_id = :userId', { userId });
      },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { DocumentLifeService } from './document-life.service.js';

/** Deletes the documents of a person who leaves. `DocumentsPersonalDataService` exports them. */
@Injectable()
export class LeaversDocumentsService {
  constructor(personalData: PersonalDataService, life: DocumentLifeService) {
    personalData.forgotten.add((tx, userId) => life.deleteAllDocuments(tx, userId));
  }
}

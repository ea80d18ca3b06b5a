import { Injectable } from '@nestjs/common';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { DocumentLifeService } from './document-life.service.js';

/** Documents of somebody who leaves go the way of all documents. What is known of them `documents` tells. */
@Injectable()
export class LeaversDocumentsService {
  constructor(personalData: PersonalDataService, life: DocumentLifeService) {
    personalData.whenForgotten((tx, userId) => life.deleteAllOf(tx, userId));
  }
}

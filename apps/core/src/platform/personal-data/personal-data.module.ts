import { Module } from '@nestjs/common';
import { PersonalDataService } from './personal-data.service.js';

/** The registry of features that store personal data. */
@Module({ providers: [PersonalDataService], exports: [PersonalDataService] })
export class PersonalDataModule {}

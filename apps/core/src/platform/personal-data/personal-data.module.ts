import { Module } from '@nestjs/common';
import { PersonalDataService } from './personal-data.service.js';

/** The list of those who keep something of people. */
@Module({ providers: [PersonalDataService], exports: [PersonalDataService] })
export class PersonalDataModule {}

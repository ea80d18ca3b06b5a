import { Module } from '@nestjs/common';
import { BudgetsModule } from '../http/budgets.module.js';
import { CountriesService } from './countries.service.js';
import { LocationController } from './location.controller.js';

/** The country that a visitor's address belongs to. */
@Module({ imports: [BudgetsModule], controllers: [LocationController], providers: [CountriesService] })
export class LocationApiModule {}

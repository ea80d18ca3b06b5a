import { Module } from '@nestjs/common';
import { BudgetsModule } from '../http/budgets.module.js';
import { CitiesService } from './cities.service.js';
import { CountriesService } from './countries.service.js';
import { LocationController } from './location.controller.js';

/** The country that a visitor's address belongs to, and the city where a database of cities is named. */
@Module({
  imports: [BudgetsModule],
  controllers: [LocationController],
  providers: [CountriesService, CitiesService],
})
export class LocationApiModule {}

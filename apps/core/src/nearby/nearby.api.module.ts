import { Module } from '@nestjs/common';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { CitiesService } from './cities.service.js';
import { CountriesService } from './countries.service.js';
import { LocationController } from './location.controller.js';
import { NearbyModule } from './nearby.module.js';
import { PrintersController } from './printers.controller.js';

/** Printers near a user, and the country (and city, where a database of cities is named) of a visitor's address. */
@Module({
  imports: [BudgetsModule, NearbyModule],
  controllers: [LocationController, PrintersController],
  providers: [CountriesService, CitiesService],
})
export class NearbyApiModule {}

import { Module } from '@nestjs/common';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { CitiesService } from './cities.service.js';
import { CountriesService } from './countries.service.js';
import { LocationController } from './location.controller.js';
import { NearbyModule } from './nearby.module.js';
import { PrintersController } from './printers.controller.js';

/**
 * The HTTP calls of printers near a user, and of a visitor's country (and city, if a database of cities is
 * configured).
 */
@Module({
  imports: [BudgetsModule, NearbyModule],
  controllers: [LocationController, PrintersController],
  providers: [CountriesService, CitiesService],
})
export class NearbyApiModule {}

import { Module } from '@nestjs/common';
import { CodesModule } from './codes.module.js';
import { PrintCodesController } from './print-codes.controller.js';

/** Print codes over HTTP. */
@Module({ imports: [CodesModule], controllers: [PrintCodesController] })
export class CodesApiModule {}

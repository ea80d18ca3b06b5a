import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import ts from 'typescript';

/** The SDK's type of each answer, by the answer's `object`. */
const described = {
  payment_intent: 'Stripe.PaymentIntent',
  charge: 'Stripe.Charge',
  refund: 'Stripe.Refund',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  // Errors have the same type everywhere.
  error: 'Stripe.PaymentIntent.LastPaymentError',
} as const;
export type Described = keyof typeof described;

/**
 * Stripe's published description of its API, through the SDK's types: they are generated from its OpenAPI
 * description, in the version that the SDK speaks. Where a type allows future words, only the named ones are
 * accepted.
 */
export class PublishedTypes {
  private readonly checker: ts.TypeChecker;
  private readonly types = new Map<string, ts.Type>();

  constructor() {
    const file = join(checkout, 'test/support/published.ts');
    const lines = Object.entries(described).map(([name, type]) => `export type ${name} = ${type};`);
    const source = [`import type Stripe from 'stripe';`, ...lines].join('\n');
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
    };
    const host = ts.createCompilerHost(options);
    const onDisk = { ...host };
    host.fileExists = (name) => name === file || onDisk.fileExists(name);
    host.getSourceFile = (name, version) =>
      name === file ? ts.createSourceFile(name, source, version) : onDisk.getSourceFile(name, version);
    const program = ts.createProgram([file], options, host);
    this.checker = program.getTypeChecker();
    for (const statement of program.getSourceFile(file)!.statements)
      if (ts.isTypeAliasDeclaration(statement))
        this.types.set(statement.name.text, this.checker.getTypeAtLocation(statement.name));
  }

  /** @returns where and how a value differs from its type; empty when it fits */
  problemsOf(name: Described, value: unknown): string[] {
    const type = this.types.get(name);
    if (!type || type.flags & ts.TypeFlags.Any) throw new Error(`The SDK does not describe ${name}`);
    return this.problems(type, value, name);
  }

  private problems(type: ts.Type, value: unknown, path: string): string[] {
    if (type.isUnion()) return this.problemsOfUnion(type, value, path);
    if (value === undefined || value === null) return this.unlessFlag(type, value, path);
    if (type.isStringLiteral() || type.isNumberLiteral())
      return type.value === value ? [] : [`${path} is ${JSON.stringify(value)}`];
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return this.checker.typeToString(type) === JSON.stringify(value)
        ? []
        : [`${path} is ${JSON.stringify(value)}`];
    if (type.flags & ts.TypeFlags.String) return typeof value === 'string' ? [] : [`${path} is no text`];
    if (type.flags & ts.TypeFlags.Number) return typeof value === 'number' ? [] : [`${path} is no number`];
    // An intersection stands for words that Stripe may add later. Only the described words are accepted.
    if (type.isIntersection()) return [`${path} is ${JSON.stringify(value)}`];
    return this.problemsOfObject(type, value, path);
  }

  private unlessFlag(type: ts.Type, value: null | undefined, path: string): string[] {
    const flags = value === null ? ts.TypeFlags.Null : ts.TypeFlags.Undefined | ts.TypeFlags.Void;
    return type.flags & flags ? [] : [`${path} is ${value === null ? 'null' : 'missing'}`];
  }

  /** For a union, reports the problems of the closest member. */
  private problemsOfUnion(type: ts.UnionType, value: unknown, path: string): string[] {
    const problemsOfMembers = type.types.map((each) => this.problems(each, value, path));
    return problemsOfMembers.reduce((best, each) => (each.length < best.length ? each : best));
  }

  private problemsOfObject(type: ts.Type, value: unknown, path: string): string[] {
    if (typeof value !== 'object' || value === null) return [`${path} is no object`];
    if (Array.isArray(value)) {
      const [element] = this.checker.isArrayType(type)
        ? this.checker.getTypeArguments(type as ts.TypeReference)
        : [];
      if (!element) return [`${path} is a list`];
      return value.flatMap((each, at) => this.problems(element, each, `${path}[${at}]`));
    }
    const [names, values] = [this.checker.getPropertiesOfType(type), value as Record<string, unknown>];
    const indexInfo = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const known = names.flatMap((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const field = values[property.name];
      if (field === undefined && isOptional) return [];
      return this.problems(this.checker.getTypeOfSymbol(property), field, `${path}.${property.name}`);
    });
    const unknown = Object.keys(values)
      .filter((name) => !names.some((property) => property.name === name))
      .flatMap((name) =>
        indexInfo
          ? this.problems(indexInfo.type, values[name], `${path}.${name}`)
          : [`${path}.${name} is not described`],
      );
    return [...known, ...unknown];
  }
}

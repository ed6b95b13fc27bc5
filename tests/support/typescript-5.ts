import { plugin } from 'bun'
import ts from 'typescript-5'

// Preloaded for openapi-typescript, which needs the compiler's API; TypeScript 7 has none.
plugin({
  name: 'typescript-5',
  setup: build => void build.module('typescript', () => ({ exports: { default: ts, ...ts }, loader: 'object' })),
})

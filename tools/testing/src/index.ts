export { expectClose, type Tolerance } from './expect-close.ts';
export { casePath, corpusPath, fixturePath } from './fixtures.ts';

export { IngestError, type IngestErrorCode } from '../errors.ts';
export { parseInputSize } from './input-size.ts';
export { type ParsedMemory, parseMemoryRequest } from './memory-request.ts';
export { type ParsedTime, parseTimeRequest } from './time-request.ts';

// Requests are counted by connection, service and operation, and none is lost.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OperationCounts } from './operation-counts';

const request = fc.record({
  connectionId: fc.constantFrom('local', 'prod', 'a b'),
  service: fc.constantFrom('blob' as const, 'table' as const),
  operation: fc.constantFrom('PutBlock', 'QueryEntities', 'b'),
});

it('counts each request once, under what it is', () => {
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      const counts = new OperationCounts();
      for (const one of requests) counts.add(one);
      for (const { connectionId, service, operation, requests: counted } of counts.answer()) {
        const same = requests.filter(
          (one) => one.connectionId === connectionId && one.service === service && one.operation === operation,
        );
        expect(counted).toBe(same.length);
      }
      expect(counts.answer().reduce((sum, one) => sum + one.requests, 0)).toBe(requests.length);
    }),
  );
});

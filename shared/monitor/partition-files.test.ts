import { describe, expect, it } from 'vitest';
import type { PartitionHeat } from '../model/monitor';
import { heatCsv, heatPicture } from './partition-files';

const atMs = (second: number): number => Date.UTC(2026, 9, 14, 8, 21, second);
const heat: PartitionHeat = {
  stepMs: 5_000,
  stepsAtMs: [atMs(5), atMs(10)],
  partitions: [
    { connectionId: 'c', table: 'Ships', partition: 'A "b", <c>', requests: [0, 20], entities: [0, 2_000] },
    { connectionId: 'c', table: 'Ships', partition: 'South', requests: [4, 0], entities: [0, 0] },
  ],
  more: 0,
  completeFromMs: atMs(5),
};

describe('the partitions by time as files', () => {
  it('have a line for every cell, and no count for unknown values', () => {
    expect(heatCsv(heat, () => 'Quay').split('\r\n')).toEqual([
      'from,to,connection,table,partition,requests,entities',
      '2026-10-14T08:21:00.000Z,2026-10-14T08:21:05.000Z,Quay,Ships,"A ""b"", <c>",,',
      '2026-10-14T08:21:05.000Z,2026-10-14T08:21:10.000Z,Quay,Ships,"A ""b"", <c>",20,2000',
      '2026-10-14T08:21:00.000Z,2026-10-14T08:21:05.000Z,Quay,Ships,South,4,0',
      '2026-10-14T08:21:05.000Z,2026-10-14T08:21:10.000Z,Quay,Ships,South,0,0',
      '',
    ]);
  });

  it('are a picture with a cell for each, the hottest in full colour, and names that end no tag', () => {
    const rows = [
      { table: 'Ships', partition: 'A "b", <c>', sum: 20, cells: [{ heat: 0 }, { heat: 1 }] },
      { table: 'Ships', partition: 'South', sum: 4, cells: [{ heat: 0.2 }, { heat: 0 }] },
    ];
    const colours = { ground: '#fff', text: '#111', empty: '#eee', hot: '#00f' };
    const svg = heatPicture(heat, rows, { title: 'Partitions', colours, font: 'Inter' });
    expect(svg.match(/<rect /gu)).toHaveLength(5);
    expect(svg.match(/fill="#00f" fill-opacity="1"/gu)).toHaveLength(1);
    expect(svg.match(/fill="#00f" fill-opacity="0.3"/gu)).toHaveLength(1);
    expect(svg).toContain('>08:21:00 UTC<');
    expect(svg).toContain('>08:21:10 UTC<');
    const [, name] = [33, 34].map((length) => 'a'.repeat(length - ' · Ships'.length));
    const cutAt = (partition: string): string =>
      heatPicture(heat, [{ table: 'Ships', partition, sum: 0, cells: [] }], { title: '', colours, font: 'Inter' });
    expect(cutAt(name ?? '')).toContain(`>${name} · Ships<`);
    expect(cutAt(`${name}b`)).toContain(`>${name}b · Shi…<`);
    expect(svg).toContain('A &quot;b&quot;, &lt;c&gt; · Ships');
  });
});

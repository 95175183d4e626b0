// The Movies table: PartitionKey is the category, RowKey the title. Invented titles, spread over the alphabet.
import type { Entity } from '@shared/model/entity';
import { type Seeded, seeded } from './seeded';
import { boolean, dateTime, double, int32, int64, newEntity, preciseDate, text } from './values';

/** Entities per category, 20,418 in all. */
export const movieCategories: readonly (readonly [category: string, titles: number])[] = [
  ['Action', 3412],
  ['Drama', 3876],
  ['Comedy', 3120],
  ['Adventure', 1204],
  ['Animation', 640],
  ['Biography', 512],
  ['Children', 388],
  ['Crime', 1130],
  ['Dance', 96],
  ['Documentary', 1280],
  ['Family', 470],
  ['Fantasy', 560],
  ['Heist', 144],
  ['History', 330],
  ['Horror', 702],
  ['Music', 260],
  ['Mystery', 540],
  ['Nature', 208],
  ['Romance', 620],
  ['Science Fiction', 480],
  ['Short Film', 96],
  ['Silent', 52],
  ['Sports', 148],
  ['Western', 150],
];

const titleStarts =
  `Amber Anchor Arctic Ash August Autumn Azure Banner Barley Basalt Beacon Birch Bitter Blue Border Brass Bridge Bright Broken Canal Candle Canyon Cedar Charter Chalk Cinder Clay Cloud Cobalt Compass Copper Coral Crimson Crystal Dark Dawn December Delta Desert Distant Dover Drift Dune Dust Eagle Early Eastern Ebony Echo Eleven Ember Empty Evening Falcon Fallow Far Fenland Final First Flint Fog Forest Fortune Frozen Garden Ghost Giant Glass Golden Granite Gravel Green Grey Gulf Halcyon Harbour Harvest Hidden High Hollow Honest Hundred Idle Indigo Inland Iron Ivory Jade January Juniper Kestrel Kindred Lake Lantern Last Late Lemon Little Lone Long Lost Low Lucky Maple Marble March Meadow Midnight Mill Mirror Misty Moon Morning Narrow Nether New Night Nine North Northern Oak Ocean October Old Olive Open Orchard Outer Paper Patient Pearl Pilgrim Pine Plain Polar Port Prairie Quiet Quarry Rain Rapid Raven Red Reed Remote River Rose Rough Royal Rust Saffron Salt Sand Scarlet Sea Second Secret September Seven Shadow Shale Shallow Shamrock Shanghai Sharp Shattered Sheer Shell Shepherd Sherwood Shifting Shingle Shipwreck Shiver Shockwave Shore Short Shotgun Shoulder Shrouded Shuttered Silent Silver Simple Six Slate Slow Small Smoke Snow Soft Solar Southern Spring Stag Starlit Steel Still Stone Storm Straw Summer Sunken Swift Tall Tarn Tender Thirteen Thistle Thunder Tidal Timber Tin Topaz Tower Twelve Twin Umber Under Upper Valley Velvet Verdant Violet Wandering Warm Water Weather West White Wide Wild Willow Winter Wooden Yellow Young Zenith`.split(
    ' ',
  );
const titleEnds =
  `Acre Affair Alley Almanac Arcade Archive Atlas Avenue Bay Bell Bench Bloom Boat Border Boulevard Bridge Brigade Brothers Burning Call Camp Carousel Cartographer Causeway Charter Choir Circle Circus Coast Code Company Corner Country Court Crossing Current Dance Daughter Debt Departure Depot Descent District Divide Dock Door Draft Dream Echo Engine Errand Estuary Exit Express Factor Fair Ferry Field Fire Fleet Flight Floor Ford Fortune Frontier Furnace Game Garden Gate Glacier Grove Harbour Harvest Heart Hill Horizon Hotel Hour House Hunters Inn Island Journey Junction Key Kingdom Ladder Landing Ledger Legacy Letter Light Line Lock Map Market Masquerade Measure Mercy Meridian Mile Mine Mission Orchard Order Orchestra Outpost Overture Parade Passage Pass Path Pilot Pier Plan Platform Point Postman Promise Protocol Quartet Quay Question Railway Ransom Reckoning Reef Refuge Return Ridge Riders Ring Road Room Route Sail Season Sea Secret Settlement Shift Signal Sister Sky Song Square Stage Station Story Strait Stranger Street Summit Sunday Table Tale Theatre Tide Tower Town Track Trail Train Tunnel Union Vault Verdict Village Voyage Wager Wall Ward Watch Wave Way Weekend Wharf Wind Window Winter Witness Wood Yard Year`.split(
    ' ',
  );
const places = 'Bergen,Kraków,Lisbon,Malmö,Nantes,Oaxaca,Porto,Québec,Riga,São Paulo,Tromsø,Zürich'.split(',');
const languages =
  'English,English,English,English,Français,Deutsch,Español,Italiano,Nihongo,Português,Polski,Mandarin,Svenska'.split(
    ',',
  );

/** All entities, category by category, titles in key order. */
export function* movies(): Generator<Entity> {
  for (const [index, [category, count]] of movieCategories.entries()) {
    const random = seeded(0x5701 + index);
    const titles = new Set<string>();
    while (titles.size < count) titles.add(title(random));
    for (const name of [...titles].sort(byCodeUnit)) yield movie(category, name, random);
  }
}

function movie(category: string, name: string, random: Seeded): Entity {
  const addedMs = Date.UTC(2024, 0, 1) + random.between(0, 900 * 86_400) * 1000;
  const votes = random.next() < 0.004 ? 9_007_199_254_740_993n : BigInt(Math.floor(10 ** (random.next() * 6.2)));
  return newEntity(category, name, [
    ['ReleaseYear', int32(random.between(1921, 2026))],
    ['Rating', double((random.between(21, 97) / 10).toFixed(1))],
    ...(random.next() < 0.82 ? ([['Votes', int64(votes)]] as const) : []),
    ['Language', text(random.pick(languages))],
    ['Added', dateTime(preciseDate(addedMs, random.between(0, 9999)))],
    ...(random.next() < 0.3 ? ([['Favorite', boolean(random.next() < 0.5)]] as const) : []),
  ]);
}

function title(random: Seeded): string {
  const first = random.pick(titleStarts);
  const second = random.pick(titleEnds);
  const shape = random.next();
  if (shape < 0.52) return `${first} ${second}`;
  if (shape < 0.68) return `The ${first} ${second}`;
  if (shape < 0.78) return `${second} of ${random.pick(places)}`;
  if (shape < 0.88) return `${first} ${second} ${random.between(2, 9)}`;
  return `${first} ${second} in ${random.pick(places)}`;
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

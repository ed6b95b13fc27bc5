-- How high somebody brews, and how hard and alkaline their water is (in ppm as CaCO3). Null: they did not say.
alter table users
  add column altitude_meters double precision check (altitude_meters between 0 and 5500),
  add column water_hardness_ppm double precision check (water_hardness_ppm between 0 and 1000),
  add column water_alkalinity_ppm double precision check (water_alkalinity_ppm between 0 and 1000);

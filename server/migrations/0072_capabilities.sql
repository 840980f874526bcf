-- What a worker can do, such as "ffmpeg". Null in the rows of earlier versions, whose workers take any job of their lanes.
alter table nodes add column capabilities text[];

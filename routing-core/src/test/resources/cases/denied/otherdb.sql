-- Statements that name the database otherdb, which the user has no right to: one a line, in database db00001.
alter table db00001.pt2 rename to otherdb.stolen
alter table db00001.pt2 rename otherdb.stolen
alter table db00001.pt2 rename as otherdb.stolen
alter table db00001.pt2 rename = otherdb.stolen
alter table db00001.pt2 add column z int, rename to otherdb.stolen
rename table db00001.pt2 to otherdb.stolen
rename tables if exists db00001.pt2 to otherdb.stolen
create trigger otherdb.nt before insert on otherdb.t for each row set @a=1
create trigger otherdb.nt after insert on db00001.pt for each row set @a=1
create event otherdb.ne on schedule every 1 day do set @a=1
create procedure otherdb.np() select 1
create definer=current_user procedure otherdb.np2() select 1
create or replace procedure otherdb.p() select 1
create function otherdb.nf() returns int return 1
create aggregate function otherdb.af(x int) returns int begin loop fetch group next row; end loop; end
create view otherdb.nv as select 1
create or replace algorithm=merge view otherdb.nv2 as select 1
create sequence otherdb.ns
create or replace sequence otherdb.seq
create package otherdb.pk procedure x; end
create index i on otherdb.t(a)
create unique index i2 on otherdb.t(a)
create index if not exists i3 using btree on otherdb.t(a)
create or replace index i3 on otherdb.t(a)
drop index i on otherdb.t
drop index if exists i9 on otherdb.t
create table otherdb.nt (a int)
create temporary table otherdb.tmp (a int)
create table db00001.q1 like otherdb.t
create table db00001.q1 (like otherdb.t)
create table db00001.q2 select * from otherdb.t
create table db00001.q3 (a int) as select * from otherdb.t
create table db00001.q4 engine=innodb comment='x' select * from otherdb.t
create table db00001.q5 (b int) partition by hash(b) select a as b from otherdb.t
create or replace table db00001.q6 as (select * from otherdb.t)
create table db00001.q7 (a int, foreign key (a) references otherdb.t(a))
alter table otherdb.t add b int
alter table otherdb.t comment 'x'
alter view otherdb.v as select 1
alter procedure otherdb.p comment 'x'
alter function otherdb.f comment 'x'
alter event otherdb.ev disable
alter event otherdb.ev rename to db00001.ev
alter sequence otherdb.seq restart 5
alter online table otherdb.t add c int
alter ignore table otherdb.t add c int
alter definer=current_user view otherdb.v as select 2
alter algorithm=merge view otherdb.v as select 2
alter table if exists otherdb.t add d int
drop procedure otherdb.p
drop function otherdb.f
drop event otherdb.ev
drop trigger otherdb.trg
drop view otherdb.v
drop sequence otherdb.seq
drop table otherdb.t2
drop table db00001.nosuch, otherdb.t2
drop tables otherdb.t2
drop temporary table otherdb.t2
drop database otherdb
drop schema if exists otherdb
truncate otherdb.t2
truncate table otherdb.t2
show create procedure otherdb.p
show create function otherdb.f
show create event otherdb.ev
show create trigger otherdb.trg
show create view otherdb.v
show create sequence otherdb.seq
show create table otherdb.t
show create database otherdb
show create schema if not exists otherdb
show columns from otherdb.t
show columns from t from otherdb
show full columns from t in otherdb
show index from t from otherdb
show index from otherdb.t
show keys in otherdb.t
show tables from otherdb
show tables in otherdb like 't'
show full tables from otherdb
show table status from otherdb
show table status in otherdb
show triggers from otherdb
show full triggers in otherdb
show events from otherdb
show events in otherdb
show open tables from otherdb
desc otherdb.t
describe otherdb.t a
explain otherdb.t
explain select * from otherdb.t
explain partitions select * from otherdb.t
explain update otherdb.t set a=1
analyze format=json select * from otherdb.t
analyze table otherdb.t
check table otherdb.t
check table db00001.pt, otherdb.t
checksum table otherdb.t
optimize table otherdb.t
repair table otherdb.t
optimize no_write_to_binlog table otherdb.t
check view otherdb.v
repair view otherdb.v
select otherdb.f()
select `otherdb`.`f`()
select otherdb . f ()
call otherdb.p()
call otherdb.p
call `otherdb`.p
select nextval(otherdb.seq)
select next value for otherdb.seq
select otherdb.seq.nextval
select lastval(otherdb.seq)
select setval(otherdb.seq, 5)
handler otherdb.t open
handler otherdb.t open as x
lock tables otherdb.t read
lock tables db00001.pt as comment read, otherdb.t read
lock table otherdb.t write
insert into otherdb.t values(1)
insert otherdb.t values(1)
insert otherdb.t set a=1
insert ignore otherdb.t set a=1
insert low_priority into otherdb.t select 1
replace otherdb.t values(1)
replace into otherdb.t set a=1
replace delayed otherdb.t values(1)
update otherdb.t set a=1
update ignore otherdb.t set a=1
update low_priority ignore otherdb.t set a=1
update db00001.pt p, otherdb.t t set t.a=1
update db00001.pt p join otherdb.t t on 1 set t.a=1
delete from otherdb.t where 1=0
delete otherdb.t from otherdb.t
delete ignore from otherdb.t where 1=0
delete from otherdb.t using otherdb.t where 1=0
delete quick from otherdb.t where 1=0
delete x.* from otherdb.t x where 1=0
delete from x using otherdb.t x where 1=0
delete history from otherdb.t
load data local infile '/etc/hostname' into table otherdb.t
load xml local infile '/etc/hostname' into table otherdb.t
load data low_priority local infile '/etc/hostname' replace into table otherdb.t
load index into cache otherdb.t
cache index otherdb.t in default
do otherdb.f()
set @x=otherdb.f()
set @x=(select a from otherdb.t limit 1)
set session sql_mode=(select 'x' from otherdb.t)
insert into db00001.pt select * from otherdb.t
insert into db00001.pt (a) values ((select a from otherdb.t limit 1))
insert into db00001.pt set a=(select a from otherdb.t limit 1)
insert into db00001.pt table otherdb.t
replace into db00001.pt select * from otherdb.t
insert into db00001.pt values(1) on duplicate key update a=(select a from otherdb.t limit 1)
insert into db00001.pt values(otherdb.f())
insert into db00001.pt values(1) returning (select a from otherdb.t)
prepare s from 'select * from otherdb.t'
execute immediate 'select * from otherdb.t'
values (1),((select a from otherdb.t))
select * from otherdb.t for update
(select * from otherdb.t)
(table otherdb.t)
((select * from otherdb.t))
select 1 from dual where exists(select 1 from otherdb.t)
select * from db00001.pt where a = any(select a from otherdb.t)
select case when (select 1 from otherdb.t) then 1 end
select * from db00001.pt order by (select a from otherdb.t)
select * from db00001.pt limit 1 union select * from otherdb.t
select * from db00001.pt join (otherdb.t) on 1
select * from db00001.pt join (db00001.pt2, otherdb.t) on 1
select * from (db00001.pt, otherdb.t)
select * from db00001.pt left join (db00001.pt2 cross join otherdb.t) on 1
select * from db00001.pt comment join otherdb.t
select * from db00001.pt set, otherdb.t
select * from db00001.pt add, otherdb.t
select * from db00001.pt change, otherdb.t
select * from db00001.pt except, otherdb.t
select * from db00001.pt `value`, otherdb.t
select * from db00001.pt as value, otherdb.t
select 1 from db00001.pt a, otherdb.t
select count(*) from db00001.pt a, (select 1) comment, otherdb.t
with comment as (select 1) select * from comment, otherdb.t
with recursive r as (select 1 union all select a from otherdb.t limit 2) select * from r
with r(a) as (select a from otherdb.t) select * from r
use otherdb
grant select on otherdb.t to x
flush tables otherdb.t
begin not atomic insert into otherdb.t values(1); end
begin not atomic declare c cursor for select a from otherdb.t; end
begin not atomic declare x type of otherdb.t.a; end
begin not atomic declare x row type of otherdb.t; end
create procedure db00001.zz() begin declare x int; select a into x from otherdb.t; select x; end
create procedure db00001.zz2() call otherdb.p()
create procedure db00001.zz3() begin update db00001.pt value, otherdb.t set otherdb.t.a=9; end
create event db00001.ee on schedule every 1 day do delete from otherdb.t
create trigger db00001.tt after insert on db00001.pt for each row insert into otherdb.t values(1)
create view db00001.vv as select * from otherdb.t
create view db00001.vv2 (a) as (select a from otherdb.t)
create or replace function db00001.ff() returns int return (select a from otherdb.t)
create or replace function db00001.ff() returns int return otherdb.f()
select * from db00001.pt comment, otherdb.t
select * from db00001.pt partition (p1), otherdb.t
select * from {oj otherdb.t}
select * from db00001.pt comment, msdb00001 . ip_data
select * from {oj msdb00001 .ip_data}
select 1 as otherdb from db00001.pt as p, otherdb.t
lock tables db00001.pt as otherdb read, otherdb.t write
begin insert into otherdb.t values (1)
alter database otherdb character set latin1

-- Point selects of pins: by global id (Pinion finds the shard inside it), or by the physical name of the shard's database.
-- --rows names a file of lines "shard local_id".

sysbench.cmdline.options = {
   rows = {"File with a shard and a local id in each line", ""},
   by_id = {"Ask by global id", true},
   type = {"Type number of the table in global ids", 1}
}

function thread_init()
   -- Texts are made once, so that the benchmark's own arithmetic costs the same for every target.
   statements = {}
   for line in io.lines(sysbench.opt.rows) do
      local shard, local_id = line:match("^(%d+)%s+(%d+)$")
      shard, local_id = tonumber(shard), tonumber(local_id)
      if sysbench.opt.by_id then
         -- A Lua number is a double: 64-bit ids need LuaJIT's boxed integers, whose text ends in "LL".
         local id = shard * 70368744177664LL + sysbench.opt.type * 68719476736LL + local_id
         local text = tostring(id):gsub("LL$", "")
         statements[#statements + 1] = "SELECT id, data FROM pins WHERE id = " .. text
      else
         statements[#statements + 1] = string.format(
            "SELECT local_id, data FROM db%05d.pins WHERE local_id = %d", shard, local_id)
      end
   end
   assert(#statements > 0, "no rows in " .. sysbench.opt.rows)
   drv = sysbench.sql.driver()
   con = drv:connect()
end

function event()
   con:query(statements[sysbench.rand.uniform(1, #statements)])
end

function thread_done()
   con:disconnect()
end

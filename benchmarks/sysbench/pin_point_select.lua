-- Point selects of pins: by global id (Pinion finds the shard inside it), or by the physical name of the shard's database; as
-- text or prepared. --rows names a file of lines "shard local_id".

sysbench.cmdline.options = {
   rows = {"File with a shard and a local id in each line", ""},
   by_id = {"Ask by global id", true},
   prepared = {"Prepare each statement once and execute it", false},
   type = {"Type number of the table in global ids", 1}
}

-- A Lua number is a double: 64-bit ids need LuaJIT's boxed integers.
local function global_id(shard, local_id)
   return shard * 70368744177664LL + sysbench.opt.type * 68719476736LL + local_id
end

-- Texts are made once, so that the benchmark's own arithmetic costs the same for every target.
local function text_of(shard, local_id)
   if sysbench.opt.by_id then
      local digits = tostring(global_id(shard, local_id)):gsub("LL$", "")
      return "SELECT id, data FROM pins WHERE id = " .. digits
   end
   return string.format("SELECT local_id, data FROM db%05d.pins WHERE local_id = %d", shard, local_id)
end

-- One statement for all shards, or one for each.
local function statement_for(shard)
   local key = sysbench.opt.by_id and 0 or shard
   if not prepared[key] then
      local sql = sysbench.opt.by_id and "SELECT id, data FROM pins WHERE id = ?"
         or string.format("SELECT local_id, data FROM db%05d.pins WHERE local_id = ?", shard)
      local statement = con:prepare(sql)
      local parameter = statement:bind_create(sysbench.sql.type.BIGINT)
      statement:bind_param(parameter)
      prepared[key] = {statement = statement, parameter = parameter}
   end
   return prepared[key]
end

function thread_init()
   drv = sysbench.sql.driver()
   con = drv:connect()
   prepared = {}
   questions = {}
   for line in io.lines(sysbench.opt.rows) do
      local shard, local_id = line:match("^(%d+)%s+(%d+)$")
      shard, local_id = tonumber(shard), tonumber(local_id)
      if sysbench.opt.prepared then
         local value = sysbench.opt.by_id and global_id(shard, local_id) or local_id
         questions[#questions + 1] = {on = statement_for(shard), value = value}
      else
         questions[#questions + 1] = text_of(shard, local_id)
      end
   end
   assert(#questions > 0, "no rows in " .. sysbench.opt.rows)
end

function event()
   local question = questions[sysbench.rand.uniform(1, #questions)]
   if sysbench.opt.prepared then
      question.on.parameter:set(question.value)
      question.on.statement:execute()
   else
      con:query(question)
   end
end

function thread_done()
   for _, one in pairs(prepared) do
      one.statement:close()
   end
   con:disconnect()
end

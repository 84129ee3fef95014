--[[
Cleans the paragraphs of a document that is a transcript, by the command tidytalk:

  pandoc --lua-filter tidytalk.lua interview.docx -o interview.md
  pandoc --lua-filter tidytalk.lua -M tidytalk-level=light talk.md -o talk.html

Options of 'tidytalk clean' are metadata, with tidytalk- before their names, as is the path of the program:
tidytalk-command. Formatting stays where words do. Headings, tables, code, mathematics, images, citations, notes and
the targets of links stay as they are. Needs pandoc 2.17 or later.
]]

-- What is not said: its text is there for the words around it, and is kept.
local fixed = {
  Code = function(x) return x.text end, Math = function(x) return x.text end,
  Cite = function(x) return pandoc.utils.stringify(x.content) end,
}
local spaces = { Space = true, SoftBreak = true, LineBreak = true }
local holders = {
  Emph = true, Strong = true, Underline = true, Strikeout = true, Superscript = true, Subscript = true,
  SmallCaps = true, Span = true, Link = true, Quoted = true,
}
local marks = { SingleQuote = { '‘', '’' }, DoubleQuote = { '“', '”' } }

-- JSON of the command, which is known to be whole: returns the value at a place, and the place behind it.
local escapes = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

local function text(s, at)
  local parts = {}
  while true do
    local stop = s:find('["\\]', at)
    parts[#parts + 1] = s:sub(at, stop - 1)
    if s:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local kind = s:sub(stop + 1, stop + 1)
    at = stop + 2
    if kind == 'u' then
      local code = tonumber(s:sub(at, at + 3), 16)
      at = at + 4
      local low = code >= 0xD800 and code < 0xDC00 and tonumber(s:match('^\\u(%x%x%x%x)', at) or '', 16)
      if low then
        code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
        at = at + 6
      end
      parts[#parts + 1] = utf8.char(code)
    else
      parts[#parts + 1] = escapes[kind] or kind
    end
  end
end

local function value(s, at)
  local c = s:sub(at, at)
  if c == '"' then return text(s, at + 1) end
  local out = {}
  if c == '[' or c == '{' then
    at = at + 1
    while not s:find('^[%]}]', at) do
      local key = #out + 1
      if c == '{' then
        key, at = text(s, at + 1)
        at = at + 1
      end
      out[key], at = value(s, at)
      if s:sub(at, at) == ',' then at = at + 1 end
    end
    return out, at + 1
  end
  local word = s:match('^[^,%]}]+', at)
  return tonumber(word) or word, at + #word
end

-- each returns blocks with what change makes of the paragraphs that are cleaned.
local function each(blocks, change)
  local out = pandoc.List()
  for _, b in ipairs(blocks) do
    if b.t == 'Para' or b.t == 'Plain' then
      out:extend(change(b))
    else
      if b.t == 'BlockQuote' or b.t == 'Div' then
        b.content = each(b.content, change)
      elseif b.t == 'BulletList' or b.t == 'OrderedList' then
        b.content = pandoc.List(b.content):map(function(item) return each(item, change) end)
      elseif b.t == 'DefinitionList' then
        b.content = pandoc.List(b.content):map(function(item)
          return { item[1], pandoc.List(item[2]):map(function(d) return each(d, change) end) }
        end)
      end
      out:insert(b)
    end
  end
  return out
end

-- Source is the text of paragraphs: leaves in their order, those of them that stay, and links, each with its place in
-- bytes.
local Source = {}
Source.__index = Source

function Source:add(kind, s)
  s = s:gsub('%s+', ' ')
  local leaf = { kind = kind, from = self.size, to = self.size + #s, text = s }
  self.leaves[#self.leaves + 1] = leaf
  if kind == 'fixed' then self.fixed[#self.fixed + 1] = leaf end
  self.parts[#self.parts + 1] = s
  self.size = self.size + #s
end

function Source:take(inlines)
  for _, x in ipairs(inlines) do
    if x.t == 'Str' then
      self:add('word', x.text)
    elseif spaces[x.t] then
      self:add('space', ' ')
    elseif holders[x.t] then
      local from, quotes = self.size, x.t == 'Quoted' and marks[x.quotetype]
      if quotes then self:add('fixed', quotes[1]) end
      self:take(x.content)
      if quotes then self:add('fixed', quotes[2]) end
      if x.t == 'Link' then self.links[#self.links + 1] = { from = from, to = self.size } end
    else
      self:add('fixed', fixed[x.t] and fixed[x.t](x) or '')
    end
  end
end

-- allows reports whether a change leaves alone what is fixed, and each link some words.
function Source:allows(c)
  for _, l in ipairs(self.fixed) do
    if l.from < c.to and l.to > c.from then return false end
  end
  for _, l in ipairs(self.links) do
    if c.op == 'delete' and c.from <= l.from and c.to >= l.to then return false end
  end
  return true
end

-- allowed returns the changes that can be, without those that touch one that cannot: they belong together.
function Source:allowed(changes)
  local from, n = 1, #changes
  local out = {}
  while from <= n do
    local to, fine = from, self:allows(changes[from])
    while to < n and changes[to + 1].from <= changes[to].to + 1 do
      to = to + 1
      fine = self:allows(changes[to]) and fine
    end
    if fine then table.move(changes, from, to, #out + 1, out) end
    from = to + 1
  end
  return out
end

-- carry puts the text that changes leave into the leaves.
function Source:carry(changes)
  local next = 1
  for _, c in ipairs(changes) do
    -- Leaves before the change are done; one that is in it, or ends where something is inserted, has its text.
    while next < #self.leaves and (self.leaves[next].to < c.from or self.leaves[next].to == c.from and c.to > c.from) do
      next = next + 1
    end
    local put = c.text or ''
    for i = next, #self.leaves do
      local l = self.leaves[i]
      if l.from >= c.to and not (c.from == c.to and l.from == c.from and put ~= '') then break end
      if l.kind ~= 'fixed' then
        local from, to = math.max(c.from, l.from) - l.from, math.min(c.to, l.to) - l.from
        l.edits = l.edits or {}
        table.insert(l.edits, { from, to, put })
        put = ''
      end
      if c.from == c.to then break end
    end
  end
  for _, l in ipairs(self.leaves) do
    for i = #(l.edits or {}), 1, -1 do
      local e = l.edits[i]
      l.text = l.text:sub(1, e[1]) .. e[3] .. l.text:sub(e[2] + 1)
    end
  end
end

-- inlines returns a text as pandoc has it.
local function inlines(s)
  local out = pandoc.List()
  for blank, word in s:gmatch('(%s*)(%S*)') do
    if blank ~= '' then out:insert(pandoc.Space()) end
    if word ~= '' then out:insert(pandoc.Str(word)) end
  end
  return out
end

-- rebuilt returns what is left of inlines, whose leaves come next.
function Source:rebuilt(list)
  local out = pandoc.List()
  local function leaf()
    self.at = self.at + 1
    return self.leaves[self.at]
  end
  for _, x in ipairs(list) do
    if x.t == 'Str' then
      local l = leaf()
      if l.text == x.text then out:insert(x) else out:extend(inlines(l.text)) end
    elseif spaces[x.t] then
      local l = leaf()
      if l.text == ' ' then out:insert(x) else out:extend(inlines(l.text)) end
    elseif holders[x.t] then
      if x.t == 'Quoted' then leaf() end
      local was = #x.content
      x.content = self:rebuilt(x.content)
      if x.t == 'Quoted' then leaf() end
      if #x.content > 0 or was == 0 then out:insert(x) end
    else
      leaf()
      out:insert(x)
    end
  end
  return out
end

-- trimmed returns inlines without spaces at their ends.
local function trimmed(list)
  while list[1] and spaces[list[1].t] do list:remove(1) end
  while list[#list] and spaces[list[#list].t] do list:remove() end
  return list
end

-- argumentsOf takes the options out of metadata: the program, and what it is called with.
local function argumentsOf(meta)
  local command, names = 'tidytalk', {}
  for name in pairs(meta) do
    if name:match('^tidytalk%-') then names[#names + 1] = name end
  end
  table.sort(names)
  local args = { 'clean', '--from', 'text', '--to', 'jsonl' }
  for _, name in ipairs(names) do
    local given, option = meta[name], name:sub(#'tidytalk-' + 1)
    meta[name] = nil
    if option == 'command' then
      command = pandoc.utils.stringify(given)
    elseif given == true then
      args[#args + 1] = '--' .. option
    elseif given ~= false then
      if pandoc.utils.type(given) == 'List' then
        given = table.concat(pandoc.List(given):map(pandoc.utils.stringify), ',')
      end
      args[#args + 1] = '--' .. option .. '=' .. pandoc.utils.stringify(given)
    end
  end
  return command, args
end

function Pandoc(doc)
  local command, args = argumentsOf(doc.meta)
  local source = setmetatable({ leaves = {}, fixed = {}, links = {}, parts = {}, size = 0, at = 0 }, Source)
  each(doc.blocks, function(b)
    source:take(b.content)
    source:add('space', '')
    source.parts[#source.parts + 1] = '\n\n'
    source.size = source.size + 2
    return { b }
  end)
  local called, out = pcall(pandoc.pipe, command, args, table.concat(source.parts))
  if not called then
    local failed = type(out) == 'table' and out.error_code ~= 127
    error(failed and command .. ' has failed, and says why above'
      or command .. ' does not start: name the program with -M tidytalk-command=PATH', 0)
  end
  local changes = {}
  for line in out:gmatch('[^\n]+') do
    -- Within texts the quotes are escaped.
    local _, at = line:find('"operations":', 1, true)
    for _, c in ipairs(at and value(line, at + 1) or {}) do
      if c.op ~= 'keep' then changes[#changes + 1] = c end
    end
  end
  table.sort(changes, function(a, b) return a.from < b.from or a.from == b.from and a.to < b.to end)
  source:carry(source:allowed(changes))
  doc.blocks = each(doc.blocks, function(b)
    local was = #b.content
    b.content = trimmed(source:rebuilt(b.content))
    source.at = source.at + 1
    if b.t == 'Para' and #b.content == 0 and was > 0 then return {} end
    return { b }
  end)
  return doc
end

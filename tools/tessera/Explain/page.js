'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const time = data.time, main = document.querySelector('main');
const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== undefined) node.setAttribute(name, value);
  node.append(...children.filter(child => child !== undefined && child !== null));
  return node;
};
const number = value => Math.round(value).toLocaleString('en-US').replace(/,/g, ' ');
const percent = value => (100 * value).toFixed(value < 0.1 ? 1 : 0) + ' %';
const colour = index => getComputedStyle(document.documentElement).getPropertyValue('--c' + index);
const nav = document.querySelector('nav');
const section = (id, title, note) => {
  const node = make('section', {id}, make('h2', {}, title));
  if (note) node.append(make('p', {class: 'note'}, note));
  nav.append(make('a', {href: '#' + id}, title));
  main.append(node);
  return node;
};
const stallNames = data.stalls, stallIndex = Object.fromEntries(stallNames.map((name, i) => [name, i]));
const key = entries => make('div', {class: 'key'}, ...entries.map(([name, index]) =>
  make('span', {}, make('i', {style: `background:var(--c${index})`}), name)));
const total = account => account.issued + Object.values(account.stalls || {}).reduce((a, b) => a + b, 0);
const stack = (account, width, whole) => make('span', {class: 'stack', style: `width:${width};margin:0;height:100%`},
  make('i', {style: `width:${100 * account.issued / whole}%;background:var(--bar)`}),
  ...Object.entries(account.stalls || {}).map(([name, cycles]) =>
    make('i', {style: `width:${100 * cycles / whole}%;background:var(--c${stallIndex[name]})`})));
const describe = (account, all) => `${percent(total(account) / all)} of the warps' cycles; issued ${number(account.issued)}` +
  Object.entries(account.stalls || {}).sort((a, b) => b[1] - a[1]).map(([name, cycles]) => `; ${name} ${number(cycles)}`).join('');

// The summary.
document.querySelector('h1').append(data.entry + ' ', make('small', {}, `${data.file} for ${data.target}`));
const summary = section('summary', 'Summary');
const facts = make('div', {class: 'facts'});
const fact = (value, what) => facts.append(make('div', {class: 'fact'}, make('b', {}, value), make('span', {}, what)));
if (time) {
  fact(number(time.cycles), 'cycles, modelled');
  fact(time.microseconds.toPrecision(4) + ' µs', `at ${time['clock MHz']} MHz`);
  if (time['tensor flop per second'] > 0) fact((time['tensor flop per second'] / 1e12).toFixed(1), 'TFLOP/s of products');
  fact(`${time.blocks}`, `blocks in ${time.waves} ${time.waves == 1 ? 'wave' : 'waves'}, ${time['blocks per multiprocessor']} at a time`);
}
for (const [what, value] of data.figures) fact(value, what);
summary.append(facts);
if (!time) summary.append(make('p', {class: 'note'}, 'No time: give --grid and the arguments of the kernel, as for tessera run, and the kernel is simulated.'));
else {
  const used = make('div', {}, make('h3', {}, 'Used, of what could be'));
  for (const [name, part] of Object.entries(time.used).sort((a, b) => b[1] - a[1]))
    used.append(make('div', {class: 'meter'}, make('span', {}, name), make('span', {}, make('i', {style: `width:${Math.min(100, 100 * part)}%`})), make('span', {}, percent(part))));
  const waits = make('div', {}, make('h3', {}, 'What warps did, of their cycles'));
  const all = total(time.warps);
  for (const [name, cycles] of [['issued', time.warps.issued], ...Object.entries(time.warps.stalls).sort((a, b) => b[1] - a[1])])
    waits.append(make('div', {class: 'meter'}, make('span', {}, name == 'issued' ? name : 'waited: ' + name),
      make('span', {}, make('i', {style: `width:${100 * cycles / all}%` + (name == 'issued' ? '' : `;background:var(--c${stallIndex[name]})`)})), make('span', {}, percent(cycles / all))));
  summary.append(make('div', {class: 'two'}, used, waits));
}

// The plan.
if (data.plan) {
  const plan = section('plan', 'Plan', 'What the compiler decided for the kernel, and what it could have decided. Rivals are compiled and timed too.');
  plan.append(make('p', {}, make('code', {}, data.plan.text)));
  const rows = data.plan.strategies.map(each => make('tr', {class: each.chosen ? 'chosen' : undefined},
    make('td', {}, each.name), make('td', {}, each.what), make('td', {class: 'n'}, each.cycles ? number(each.cycles) : '')));
  plan.append(make('table', {}, make('tr', {}, make('th', {}, 'strategy'), make('th', {}, 'verdict'), make('th', {}, time ? 'cycles, modelled' : 'cycles')), ...rows));
}

// The levels.
const code = section('code', 'Code', 'Lines that belong together are marked together. Click a line, or move with ↑ and ↓ and press Enter, to keep it marked and to bring the others into view; Escape lets go. Bars are shares of the warps\' cycles.');
const panes = make('div', {class: 'code'}), bySource = new Map();
let pinned = 0;
const light = (source, name, on) => { for (const node of bySource.get(source) || []) node.classList.toggle(name, on); };
const pin = (source, from) => {
  if (pinned) light(pinned, 'pin', false);
  pinned = source;
  if (!source) return;
  light(source, 'pin', true);
  for (const pane of panes.querySelectorAll('.lines')) {
    if (from && pane.contains(from)) continue;
    const first = pane.querySelector('.l.pin');
    if (first) pane.scrollTo({top: first.offsetTop - pane.clientHeight / 3});
  }
};
const sourceLines = time ? time['source lines'].filter(each => each.file.split('/').pop() == data.source) : [];
const allCycles = time ? total(time.warps) : 1;
for (const level of data.levels) {
  const list = make('div', {class: 'lines', role: 'listbox', 'aria-label': level.name, tabindex: 0});
  const accounts = new Map(!time ? [] : level.kind == 'source' ? sourceLines.map(each => [each.line, each])
    : level.kind == 'ptx' ? time['ptx lines'].map(each => [each.line, each]) : []);
  const most = Math.max(1, ...[...accounts.values()].map(total));
  level.lines.forEach(([text, source], index) => {
    const account = accounts.get(index + 1);
    const bar = make('s');
    if (account) { bar.append(stack(account, 42 * Math.sqrt(total(account) / most) + 'px', total(account))); bar.title = describe(account, allCycles); }
    const node = make('div', {class: source ? 'l linked' : 'l', role: 'option', 'data-source': source || undefined}, make('u', {}, `${index + 1}`), accounts.size ? bar : undefined, text);
    if (source) {
      if (!bySource.has(source)) bySource.set(source, []);
      bySource.get(source).push(node);
      node.addEventListener('mouseenter', () => light(source, 'mark', true));
      node.addEventListener('mouseleave', () => light(source, 'mark', false));
      node.addEventListener('click', () => pin(source, node));
    }
    list.append(node);
  });
  let at = -1;
  list.addEventListener('keydown', event => {
    const lines = list.children, step = {ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20}[event.key];
    if (step) {
      if (at >= 0) { lines[at].style.outline = ''; if (lines[at].dataset.source) light(+lines[at].dataset.source, 'mark', false); }
      at = Math.max(0, Math.min(lines.length - 1, at + step));
      lines[at].style.outline = '1px solid var(--accent)';
      if (lines[at].dataset.source) light(+lines[at].dataset.source, 'mark', true);
      lines[at].scrollIntoView({block: 'nearest'});
      event.preventDefault();
    } else if (event.key == 'Enter' && at >= 0 && lines[at].dataset.source) pin(+lines[at].dataset.source, lines[at]);
    else if (event.key == 'Escape') pin(0);
  });
  panes.append(make('div', {class: 'pane'}, make('h3', {}, level.name), list));
}
code.append(panes);

// A picture with time from left to right, that can be moved and stretched.
const timed = (host, rows, rowHeight, left, draw, explain) => {
  const canvas = make('canvas', {tabindex: 0, role: 'img', style: `height:${rows * rowHeight + 22}px`}), tip = make('div', {class: 'tip', 'aria-live': 'polite'});
  host.append(canvas, tip);
  let from = 0, until = data.end, drag = null;
  const paint = () => {
    const scale = devicePixelRatio || 1, width = canvas.clientWidth, height = rows * rowHeight + 22;
    canvas.width = width * scale; canvas.height = height * scale;
    const g = canvas.getContext('2d');
    g.scale(scale, scale);
    g.font = '12px system-ui, sans-serif';
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue('--ink'), soft = style.getPropertyValue('--soft');
    const x = t => left + (t - from) / (until - from) * (width - left);
    g.save(); g.beginPath(); g.rect(left, 0, width - left, height); g.clip();
    draw(g, x, from, until, width);
    g.restore();
    g.fillStyle = soft;
    const step = Math.pow(10, Math.floor(Math.log10((until - from) / 3))), nice = [1, 2, 5].map(k => k * step).find(s => (until - from) / s <= 12) || 10 * step;
    for (let t = Math.ceil(from / nice) * nice; t <= until; t += nice) {
      g.fillRect(x(t), rows * rowHeight, 1, 4);
      g.fillText(number(t), x(t) + 3, rows * rowHeight + 15);
    }
    g.fillStyle = ink;
    host.labels(g, left, rowHeight);
  };
  const window_ = (a, b) => { const size = Math.min(data.end, Math.max(20, b - a)); from = Math.max(0, Math.min(data.end - size, a)); until = from + size; paint(); };
  const timeAt = event => from + (event.offsetX - left) / (canvas.clientWidth - left) * (until - from);
  canvas.addEventListener('wheel', event => { if (!event.ctrlKey && !event.shiftKey) return; event.preventDefault(); const t = timeAt(event), f = event.deltaY > 0 ? 1.25 : 0.8; window_(t - (t - from) * f, t + (until - t) * f); }, {passive: false});
  canvas.addEventListener('pointerdown', event => { drag = [event.offsetX, from, until]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointerup', () => { drag = null; });
  canvas.addEventListener('pointermove', event => {
    if (drag) { const move = (drag[0] - event.offsetX) / (canvas.clientWidth - left) * (drag[2] - drag[1]); window_(drag[1] + move, drag[2] + move); }
    tip.textContent = explain(timeAt(event), Math.floor(event.offsetY / rowHeight));
  });
  canvas.addEventListener('keydown', event => {
    const size = until - from, moves = {ArrowLeft: [-size / 8, -size / 8], ArrowRight: [size / 8, size / 8], '+': [size / 6, -size / 6], '=': [size / 6, -size / 6], '-': [-size / 4, size / 4], '0': [-Infinity, Infinity]}[event.key];
    if (!moves) return;
    event.preventDefault();
    if (event.key == '0') window_(0, data.end); else window_(from + moves[0], until + moves[1]);
  });
  new ResizeObserver(paint).observe(canvas);
  document.addEventListener('themechange', paint);
};
const help = ' ← → move, + and − stretch, 0 shows all; drag to move, Shift or Ctrl with the wheel to stretch.';

if (data.timeline) {
  const host = section('timeline', 'Timeline', 'What warps and engines of a multiprocessor do, by cycles.' + (data.timeline.cut ? ` Only the first ${number(data.end)} cycles are kept.` : '') + help);
  const box = make('div', {class: 'box'}), rows = data.timeline.rows, names = data.timeline.names;
  host.append(box);
  const kinds = names.map(name => name.startsWith('waits: ') ? stallIndex[name.slice(7)] : -1);
  box.labels = (g, left, height) => rows.forEach((row, i) => g.fillText(row.name, 2, i * height + 13));
  timed(box, rows.length, 19, 176, (g, x, from, until) => {
    const style = getComputedStyle(document.documentElement), work = style.getPropertyValue('--bar'), engine = style.getPropertyValue('--c4');
    const colours = kinds.map(kind => kind < 0 ? null : colour(kind));
    rows.forEach((row, i) => {
      for (const [begin, length, name] of row.slices) {
        if (begin > until || begin + length < from) continue;
        const left = x(begin), width = Math.max(0.6, x(begin + length) - left);
        g.fillStyle = colours[name] || (row.isEngine ? engine : work);
        g.fillRect(left, i * 19 + 2, width, colours[name] ? 11 : 15);
        if (row.isEngine && width > 3) { g.strokeStyle = style.getPropertyValue('--panel'); g.strokeRect(left + .5, i * 19 + 2.5, width - 1, 14); }
      }
    });
  }, (t, row) => {
    const found = rows[row] && rows[row].slices.find(([begin, length]) => t >= begin && t <= begin + length);
    return found ? `${rows[row].name}: ${names[found[2]]}, cycles ${number(found[0])} to ${number(found[0] + found[1])}, PTX line ${found[3]}` : `cycle ${number(Math.max(0, t))}`;
  });
  box.append(key([...new Set(kinds.filter(kind => kind >= 0))].sort((a, b) => a - b).map(kind => ['waits: ' + stallNames[kind], kind]).concat([['an engine works', 4]])));
}

for (const [id, title, unit] of [['shared', 'Shared memory', 'bytes'], ['tensor', 'Tensor memory', 'columns']]) {
  const memory = data[id];
  if (!memory) continue;
  const host = section(id, title, `Which ${unit} of the first block are touched when, from top to bottom by address.` + help);
  const box = make('div', {class: 'box'}), height = Math.max(4, Math.floor(260 / memory.rows)), hows = ['loads', 'stores', 'copies in', 'copies out', 'operands of products'], shades = [1, 5, 4, 3, 2];
  host.append(box);
  box.labels = (g, left) => {
    const places = new Map();
    for (const region of memory.regions) places.set(region.begin, [...(places.get(region.begin) || []), region.name]);
    for (const [begin, names] of places) { g.fillRect(0, begin / memory.step * height, left - 6, 1); names.forEach((name, i) => g.fillText((i ? 'or ' : '') + name, 2, begin / memory.step * height + 12 + 13 * i)); }
    if (!memory.regions.length) { g.fillText('0', 2, 12); g.fillText(`${number(memory.rows * memory.step)} ${unit}`, 2, memory.rows * height - 2); }
  };
  timed(box, memory.rows, height, 176, (g, x, from, until) => {
    const colours = shades.map(colour);
    for (const [t, row, how] of memory.cells) {
      const begin = t * memory.slot;
      if (begin > until || begin + memory.slot < from) continue;
      g.fillStyle = colours[how];
      g.fillRect(x(begin), row * height, Math.max(1, x(begin + memory.slot) - x(begin)), height - (height > 6 ? 1 : 0));
    }
  }, (t, row) => {
    const slot = Math.floor(t / memory.slot), found = memory.cells.filter(cell => cell[0] == slot && cell[1] == row).map(cell => hows[cell[2]]);
    return `${unit} ${number(row * memory.step)} to ${number((row + 1) * memory.step)}, cycle ${number(Math.max(0, t))}: ${found.join(', ') || 'nothing'}`;
  });
  box.append(key(hows.map((how, i) => [how, shades[i]])));
}

if (time) {
  const host = section('stalls', 'Stalls by line', 'Source lines by their share of the warps\' cycles. The number leads to the code.');
  const source = data.levels.find(level => level.kind == 'source'), table = make('table', {}, make('tr', {}, ...['line', 'share', 'of what', 'text'].map(text => make('th', {}, text))));
  for (const each of [...sourceLines].sort((a, b) => total(b) - total(a)).slice(0, 20)) {
    const text = source && source.lines[each.line - 1] ? source.lines[each.line - 1][0].trim() : each.file;
    table.append(make('tr', {}, make('td', {class: 'n'}, make('button', {onclick: () => { pin(each.line); document.getElementById('code').scrollIntoView(); }}, each.line ? `${each.line}` : 'none')),
      make('td', {class: 'n'}, percent(total(each) / allCycles)), make('td', {style: 'min-width:220px', title: describe(each, allCycles)}, make('div', {style: 'height:1.1rem'}, stack(each, '100%', total(each)))), make('td', {}, make('code', {}, text.slice(0, 110)))));
  }
  host.append(make('div', {class: 'box'}, table), key([['issued', 'bar'], ...stallNames.map((name, i) => [name, i])].map(([name, i]) => [name, i])));
  host.querySelector('.key i').style.background = 'var(--bar)';
}

// A layout is linear: each bit of a place (register, lane, warp, offset) adds, by exclusive or, a point of the tile.
const parseLayout = text => {
  const [places, points] = text.split(' -> ');
  const dims = [...points.matchAll(/(\w+):(\d+)/g)].map(match => +match[2]);
  const axes = [...places.matchAll(/(\w+): \[([^\]]*)\]/g)].map(match => [match[1], [...match[2].matchAll(/\(([^)]*)\)/g)].map(each => each[1].split(',').map(Number))]);
  return {dims, axes, bits: axes.reduce((sum, axis) => sum + axis[1].length, 0)};
};
const drawLayout = (host, layout) => {
  const {dims, axes, bits} = parseLayout(layout.text), columns = dims[dims.length - 1], rows = dims.reduce((a, b) => a * b, 1) / columns;
  if (bits > 16 || rows * columns > 65536) { host.append(make('p', {class: 'note'}, 'Too large for a picture.')); return; }
  const cells = new Array(rows * columns), bases = axes.flatMap(([name, list]) => list.map((base, i) => [name, 1 << i, base]));
  for (let place = 0; place < 1 << bits; ++place) {
    const at = dims.map(() => 0), where = {};
    bases.forEach(([name, weight, base], i) => { if (place >> i & 1) { base.forEach((value, d) => { at[d] ^= value; }); where[name] = (where[name] || 0) + weight; } });
    const index = at.reduce((sum, value, d) => sum * dims[d] + value, 0);
    (cells[index] = cells[index] || []).push(where);
  }
  const main_ = (axes.find(axis => axis[0] == 'lane') || axes[0])[0], range = 1 << (axes.find(axis => axis[0] == main_) || [0, []])[1].length;
  const short = where => axes.map(([name]) => name[0] + (where[name] || 0)).join(' ');
  const size = Math.max(2, Math.min(64, Math.floor(1100 / columns), Math.floor(700 / rows))), canvas = make('canvas', {tabindex: 0, role: 'img', 'aria-label': layout.text, style: `width:${columns * size}px;height:${rows * size}px;cursor:crosshair`}), tip = make('div', {class: 'tip', 'aria-live': 'polite'}, 'Point at an element, or move with the arrow keys.');
  host.append(canvas, tip);
  let cursor = -1;
  const paint = () => {
    const scale = devicePixelRatio || 1, g = (canvas.width = columns * size * scale, canvas.height = rows * size * scale, canvas.getContext('2d'));
    g.scale(scale, scale); g.font = '11px system-ui, sans-serif';
    const isDark = getComputedStyle(document.documentElement).colorScheme.includes('dark') && (root.dataset.theme == 'dark' || (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches));
    cells.forEach((places, i) => {
      const x = i % columns * size, y = Math.floor(i / columns) * size, value = places[0][main_] || 0;
      g.fillStyle = `hsl(${360 * value / range} ${isDark ? 45 : 65}% ${isDark ? 38 : 78}%)`;
      g.fillRect(x, y, size - (size > 5 ? 1 : 0), size - (size > 5 ? 1 : 0));
      if (size >= 44) { g.fillStyle = isDark ? '#eee' : '#111'; g.fillText(short(places[0]), x + 3, y + size / 2 + 4); }
    });
    if (cursor >= 0) { g.strokeStyle = isDark ? '#fff' : '#000'; g.lineWidth = 2; g.strokeRect(cursor % columns * size, Math.floor(cursor / columns) * size, size, size); }
  };
  const show = index => {
    cursor = index;
    const point = dims.map((_, d) => Math.floor(index / dims.slice(d + 1).reduce((a, b) => a * b, 1)) % dims[d]);
    tip.textContent = `element (${point.join(', ')}): ` + (cells[index] || []).slice(0, 4).map(where => axes.map(([name]) => `${name} ${where[name] || 0}`).join(', ')).join('; ') + ((cells[index] || []).length > 4 ? ` and ${cells[index].length - 4} more places` : '');
    paint();
  };
  canvas.addEventListener('pointermove', event => show(Math.min(rows - 1, Math.floor(event.offsetY / size)) * columns + Math.min(columns - 1, Math.floor(event.offsetX / size))));
  canvas.addEventListener('keydown', event => {
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[event.key];
    if (!step) return;
    event.preventDefault();
    show(Math.max(0, Math.min(rows * columns - 1, cursor + step)));
  });
  paint();
  document.addEventListener('themechange', paint);
};
const root = document.documentElement;
if (data.layouts.length) {
  const host = section('layouts', 'Layouts', 'Which thread, register or byte holds which element: rows and columns are those of the tile, colours are lanes, or bytes where there are none.');
  data.layouts.forEach((layout, index) => {
    const node = make('details', {class: 'layout'}, make('summary', {}, make('code', {}, `${layout.name} `), layout.text));
    let isDrawn = false;
    node.addEventListener('toggle', () => { if (node.open && !isDrawn) { isDrawn = true; const box = make('div', {class: 'box'}); node.append(box); drawLayout(box, layout); } });
    if (index == 0) node.open = true;
    host.append(node);
  });
}

if (data.remarks.length) {
  const host = section('remarks', 'Remarks', 'What the compiler says about its choices.');
  host.append(make('ul', {class: 'remarks'}, ...data.remarks.map(each => make('li', {},
    each.line ? make('button', {onclick: () => { pin(each.line); document.getElementById('code').scrollIntoView(); }}, `${each.line}`) : undefined,
    make('span', {class: 'tag'}, each.category), each.text))));
}

document.querySelector('header button').addEventListener('click', () => {
  const isDark = root.dataset.theme ? root.dataset.theme == 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  document.dispatchEvent(new Event('themechange'));
});
root.dataset.ready = 'yes';

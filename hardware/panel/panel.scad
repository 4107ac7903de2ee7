// Front of a seat, frame of the middle display, cap of a key. Lies as it is printed: what is seen is below, at z = 0.
//
//   openscad -o seat.stl -D 'part="seat"' hardware/panel/panel.scad      (or make panel, which checks them too)
//
// All lengths are millimetres. The lengths of the glass are those of the data sheets named; what the boards behind it
// measure differs from maker to maker: measure yours and change `board`.

part = "seat"; // [seat, middle, cap]

/* [Displays] */
// SH1106 1.3 inch, sheet of the panel: glass 34.5 x 23.0 x 1.4, active area 29.42 x 14.70
seat_glass = [34.5, 23.0, 1.4];
seat_active = [29.42, 14.70];
seat_above = 2.1;    // from the edge of the glass that is up to the active area
seat_board = [35.4, 33.5];
// SSD1309 2.42 inch, sheet of the panel: glass 60.5 x 37.0 x 2.0, active area 55.01 x 27.49
middle_glass = [60.5, 37.0, 2.0];
middle_active = [55.01, 27.49];
middle_above = 2.75;
middle_board = [61.5, 39.5];
margin = 1.2;        // that the window shows beside the active area: as much may the glass be off
fit = 0.3;           // play of a part in its place, on each side
tape = 0.2;          // glue under the glass

/* [Keys] */
// B3F-5050: body 12 x 12, 4.3 high, its plunger 3.8 square and 7.3 above the board; it travels 0.3
keys = 7;            // dice up down ok no hu draw, as the self-test shows them
pitch = 12.7;        // five holes of a perforated board
body = 12;
body_height = 4.3;
plunger = 3.8;
plunger_height = 7.3;
travel = 0.3;
cap = 10;            // what is pressed
cap_hole = 10.6;
flange = 12.2;       // keeps the cap in
flange_height = 1.2;
proud = 1;           // of the cap, above the front

/* [LEDs] */
// WS2812B strip, 60 LEDs a metre, 10 wide, LEDs 5.0 x 5.0 x 1.6: six at each side of the table
leds = 6;
led_pitch = 1000 / 60;
led_well = 8;
led_at = 52;         // of their middle, from the middle of the display
skin = 0.8;          // of the front that shines through; white filament
strip = 10;

/* [Box] */
wall = 2.4;
lip = 1.6;           // what holds the glass from the front
chamfer = 0.4;       // of a window, on the outside
depth = 18;          // of the box behind the front
seat_front = [112, 70];
seat_box = [98, 60];
middle_front = [134, 134];
middle_box = [120, 120];
corner = 4;
screw = 3.4;         // M3 countersunk, into the table
screw_head = 6.4;
pilot = 1.8;         // for 2.2 x 5 self-tapping screws
post = 6;
thinnest = 1.2;      // three lines of a nozzle of 0.4

$fn = 40;
e = 0.01;

seat_thick = lip + seat_glass.z + tape;       // front of the seat
middle_thick = lip + middle_glass.z + tape;
lift = body_height + 2 * travel + flange_height + 0.2; // of the board of the keys above the inside of the front
row = -seat_box.y / 2 + wall + 12.6;          // y of the keys
posts_off = 9;                                // of their board, from that row
seat_up = row + body / 2 + 0.6 + seat_board.y / 2; // y of the middle of the display's board

assert(pitch - cap_hole >= thinnest, "wall between two keys");
assert(pitch - flange >= 0.4, "two caps touch");
assert(norm([body / 2 - post / 2, posts_off]) - post / 2 >= flange / 2 + 0.2, "a cap touches a post");
assert((keys - 1) * pitch + body + 2 * fit <= seat_box.x - 2 * wall, "the keys are wider than the box");
assert(seat_up + seat_board.y / 2 + fit <= seat_box.y / 2 - wall, "the display's board is higher than the box");
assert((cap - plunger * sqrt(2)) / 2 >= thinnest, "wall of the cap");
assert(led_at - led_well / 2 - ((leds - 1) / 2 * led_pitch + led_well / 2) >= thinnest, "the LEDs of two sides meet");
assert(skin >= 0.6 && lip - chamfer >= thinnest && wall >= thinnest);
assert(led_at + led_well / 2 + thinnest <= middle_box.x / 2 - wall, "the LEDs are outside of the box");

module plate(size, height, r = corner) {
    linear_extrude(height) offset(r) square([size.x - 2 * r, size.y - 2 * r], center = true);
}

// front and the walls behind it
module box(front, thick, inside) {
    plate(front, thick);
    translate([0, 0, thick - e]) difference() {
        plate(inside, depth + e);
        translate([0, 0, -1]) plate([inside.x - 2 * wall, inside.y - 2 * wall], depth + 2, corner - wall + 0.6);
    }
}

module screws(front, box) {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (front.x + box.x) / 4, y * (front.y / 2 - 4.2), -e]) {
            cylinder(d = screw, h = 20);
            cylinder(d1 = screw_head, d2 = screw, h = (screw_head - screw) / 2);
        }
}

// what is cut for a display whose board has its middle at y: the window, and the place of the glass
module display(glass, active, above, y) {
    up = y + glass.y / 2 - above - active.y / 2; // middle of the active area
    size = [active.x + 2 * margin, active.y + 2 * margin];
    translate([0, up, -e]) {
        linear_extrude(20) square(size, center = true);
        hull() {
            linear_extrude(e) square([size.x + 2 * chamfer, size.y + 2 * chamfer], center = true);
            translate([0, 0, chamfer]) linear_extrude(e) square(size, center = true);
        }
    }
    translate([0, y, lip]) linear_extrude(20) square([glass.x + 2 * fit, glass.y + 2 * fit], center = true);
}

// beside a board: a screw with a washer holds its edge
module clamps(board, y, thick) {
    for (x = [-1, 1], v = [-1, 1])
        translate([x * (board.x / 2 + fit + post / 2), y + v * board.y / 4, thick - e]) post(1.4);
}

module post(height) {
    difference() {
        cylinder(d = post, h = height + e);
        translate([0, 0, -1]) cylinder(d = pilot, h = height + 3);
    }
}

// for the cable, at the edge that is down
module gate(box, thick) {
    translate([0, -box.y / 2, thick + depth - 4]) cube([14, 4 * wall, 9], center = true);
}

module seat() {
    difference() {
        box(seat_front, seat_thick, seat_box);
        screws(seat_front, seat_box);
        display(seat_glass, seat_active, seat_above, seat_up);
        for (k = [0 : keys - 1])
            translate([(k - (keys - 1) / 2) * pitch, row, -e]) {
                cylinder(d = cap_hole, h = 20);
                cylinder(d1 = cap_hole + 2 * chamfer, d2 = cap_hole, h = chamfer);
            }
        mirror([0, 1, 0]) gate(seat_box, seat_thick);
    }
    clamps(seat_board, seat_up, seat_thick);
    for (x = [-1, 1], y = [-1, 1]) // of the board of the keys
        translate([x * ((keys - 1) / 2 * pitch + body / 2 - post / 2), row + y * posts_off, seat_thick - e]) post(lift);
}

module middle() {
    difference() {
        union() {
            box(middle_front, middle_thick, middle_box);
            for (a = [0 : 90 : 270]) rotate(a) for (v = [-1, 1]) // along the strips
                translate([0, led_at + v * (strip / 2 + fit + 0.8), middle_thick + 0.7])
                    cube([2 * led_at - 2 * strip - 6, 1.6, 1.4 + e], center = true);
        }
        screws(middle_front, middle_box);
        display(middle_glass, middle_active, middle_above, 0);
        for (a = [0 : 90 : 270]) rotate(a) for (k = [0 : leds - 1])
            translate([(k - (leds - 1) / 2) * led_pitch, led_at, skin + 10])
                cube([led_well, led_well, 20], center = true);
        gate(middle_box, middle_thick);
    }
    clamps(middle_board, 0, middle_thick);
}

module cap() {
    inside = lift - body_height - 2 * travel;     // from its lower edge to the inside of the front
    height = inside + seat_thick + proud;
    difference() {
        union() {
            cylinder(d1 = cap - 1, d2 = cap, h = 0.5);
            translate([0, 0, 0.5]) cylinder(d = cap, h = height - 0.5);
            translate([0, 0, height - flange_height]) cylinder(d = flange, h = flange_height);
        }
        translate([0, 0, height - (plunger_height - body_height - 2 * travel)])
            linear_extrude(20) square(plunger + 0.15, center = true);
    }
}

if (part == "seat") seat();
else if (part == "middle") middle();
else if (part == "cap") cap();
else assert(false, str("part: ", part, " is not one of seat, middle, cap"));

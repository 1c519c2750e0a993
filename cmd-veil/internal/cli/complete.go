// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

// completion is what a word may become.
type completion struct {
	offers []offer
	files  bool // of any name
}

type offer struct{ word, what string }

// typed is a command line as far as it goes.
type typed struct {
	root    *urfave.Command
	command *urfave.Command
	path    string      // the words that call it
	args    []string    // of the command
	value   urfave.Flag // the option whose value comes next, or nil
	plain   bool        // "--" was there: no options any more
	help    bool        // it asks for help
}

// completionOf says what the word current may become behind others.
func completionOf(root *urfave.Command, words []string, current string) completion {
	line := read(root, words)
	if current == "=" && line.value != nil { // bash has it stand alone
		current = ""
	}
	var c completion
	switch name, value, split := strings.Cut(current, "="); {
	case line.value != nil:
		c = valuesOf(line.value.Names()[0])
	case !line.plain && split && strings.HasPrefix(current, "-"):
		c = valuesOf(strings.TrimLeft(name, "-"))
		for i := range c.offers {
			c.offers[i].word = name + "=" + c.offers[i].word
		}
		c.files = c.files && value != ""
	case !line.plain && strings.HasPrefix(current, "-") && !line.foreign():
		c = optionsOf(line.command)
	default:
		c = line.argument()
	}
	c.offers = slices.DeleteFunc(c.offers, func(o offer) bool { return !strings.HasPrefix(o.word, current) })
	return c
}

// read follows the words down the tree.
func read(root *urfave.Command, words []string) typed {
	line := typed{root: root, command: root, path: root.Name}
	for _, word := range words {
		switch {
		case line.value != nil && word == "=":
		case line.value != nil:
			line.value = nil
		case line.foreign():
			line.args = append(line.args, word)
		case word == "--":
			line.plain = true
		case !line.plain && (word == "--help" || word == "-h"):
			line.help = true
		case !line.plain && len(word) > 1 && word[0] == '-':
			line.value = takesValue(line.command, word)
		case len(line.args) == 0 && line.command.Command(word) != nil:
			line.command = line.command.Command(word)
			line.path += " " + line.command.Name
		default:
			line.args = append(line.args, word)
		}
	}
	return line
}

// foreign says whether the words are another program's by now.
func (l typed) foreign() bool { return l.command.SkipFlagParsing && len(l.args) > 0 }

// takesValue returns the option that a word names, if the next word is its value.
func takesValue(c *urfave.Command, word string) urfave.Flag {
	for _, f := range c.Flags {
		if _, is := f.(*urfave.StringFlag); is && slices.Contains(f.Names(), strings.TrimLeft(word, "-")) {
			return f
		}
	}
	return nil
}

// optionsOf are the options of a command.
func optionsOf(c *urfave.Command) (list completion) {
	for _, f := range c.VisibleFlags() {
		_, usage, _ := strings.Cut(f.String(), "\t")
		list.offers = append(list.offers, offer{dashed(f.Names()[0]), usage})
	}
	return list
}

// valuesOf are the values of an option. The names of filter's sessions are kept nowhere.
func valuesOf(option string) completion {
	switch option {
	case "lang":
		return completion{offers: []offer{{"en", "English"}, {"es", "español"}}}
	case "older-than":
		return completion{offers: []offer{{"12h", ""}, {"7d", ""}, {"30d", ""}}}
	case "config", "file":
		return completion{files: true}
	}
	return completion{}
}

// argument says what the next argument of the command may be.
func (l typed) argument() completion {
	if above, is := strings.CutSuffix(l.path, " help"); is {
		return commandsIn(read(l.root, append(strings.Fields(above)[1:], l.args...)).command)
	}
	if len(shown(l.command)) > 0 {
		if len(l.args) > 0 {
			return completion{}
		}
		return commandsIn(l.command)
	}
	take, known := arguments()[l.path]
	if !known {
		return completion{}
	}
	return take(l.args)
}

// commandsIn are the commands below a command.
func commandsIn(c *urfave.Command) (list completion) {
	for _, sub := range shown(c) {
		list.offers = append(list.offers, offer{sub.Name, sub.Usage})
	}
	return list
}

// arguments says what each command takes, by its path; what is not here takes nothing that
// could be offered.
func arguments() map[string]func(args []string) completion {
	return map[string]func([]string) completion{
		"veil check":            files,
		"veil catalog check":    files,
		"veil install":          hosts,
		"veil uninstall":        hosts,
		"veil doctor":           hosts,
		"veil run":              runnable,
		"veil sessions show":    oneSession,
		"veil sessions release": oneSession,
		"veil sessions purge":   sessionIDs,
	}
}

func files([]string) completion { return completion{files: true} }

// hosts are the hosts, of which one is named.
func hosts(args []string) (list completion) {
	if len(args) == 0 {
		for _, host := range install.Known() {
			list.offers = append(list.offers, offer{host.Name, ""})
		}
	}
	return list
}

// runnable is the host that run starts; the arguments behind it are the host's.
func runnable(args []string) completion {
	if len(args) > 0 {
		return completion{files: true}
	}
	return completion{offers: []offer{{"opencode", ""}}}
}

func oneSession(args []string) completion {
	if len(args) > 0 {
		return completion{}
	}
	return sessionIDs(nil)
}

// sessionIDs are the sessions that are not named yet, those that were used last first.
func sessionIDs(args []string) (list completion) {
	shelf, err := openShelf()
	if err != nil {
		return list
	}
	all, err := shelf.describeAll()
	if err != nil {
		return list
	}
	for _, d := range all {
		if id := shelf.id(d.Name); !slices.Contains(args, id) {
			list.offers = append(list.offers, offer{id, "last used " + day(d.LastUse) + ", values " + values(d)})
		}
	}
	return list
}
